/** What a client may call (contract, section 4). Lengths and positions are milliseconds. */
import type { Feedback } from '../core/item.js';
import type { FeedbackPage, LibraryPage, Page, Profile } from '../library.js';
import type { AdmittedClient, Done, Invitation, SystemInfo } from '../protocol.js';

/** The one protocol version this client speaks. */
export const PROTOCOL = 1;

interface CommandParams {
  /** The same id within a minute is carried out once. */
  readonly commandId?: string;
}

interface Act<P = object> {
  params: P & CommandParams;
  result: Done;
}

/** Every call a client makes by itself, with its params and its result. */
export interface Methods {
  'player.play': Act<{ readonly sourceId?: string }>;
  'player.pause': Act;
  'player.playPause': Act;
  'player.stop': Act;
  'player.next': Act;
  'player.previous': Act;
  'player.replay': Act;
  'player.seek': Act<{ readonly positionMs: number } | { readonly offsetMs: number }>;
  'player.setVolume': Act<{ readonly volume: number } | { readonly offset: number }>;
  'player.setMuted': Act<{ readonly muted: boolean }>;
  'feedback.set': Act<{ readonly value: Feedback | null }>;
  'library.collection': {
    params: Page & {
      readonly types?: readonly string[];
      readonly sortBy?: string;
      readonly sortOrder?: string;
    };
    result: LibraryPage;
  };
  'library.search': {
    params: Page & { readonly query: string; readonly types?: readonly string[] };
    result: LibraryPage;
  };
  'library.recentFavorites': { params: Page; result: LibraryPage };
  'library.topArtists': { params: Page; result: LibraryPage };
  'library.feedbacks': {
    params: Page & {
      readonly targetTypes?: readonly string[];
      readonly sourceContextTypes?: readonly string[];
      readonly values?: readonly Feedback[];
    };
    result: FeedbackPage;
  };
  'library.profile': { params: object; result: Profile };
  'access.invite': { params: CommandParams; result: Invitation };
  'access.list': { params: object; result: { readonly clients: readonly AdmittedClient[] } };
  'access.revoke': { params: CommandParams & { readonly id: string }; result: object };
  'system.info': { params: object; result: SystemInfo };
  'system.unpair': { params: CommandParams; result: object };
  /** An OpenRPC document. */
  'rpc.discover': { params: object; result: Readonly<Record<string, unknown>> };
}

export type MethodName = keyof Methods;
