/** The control protocol as a client sees it (contract, section 4). Lengths and positions are milliseconds. */
import type { Cause } from '../core/command.js';
import type { Feedback } from '../core/item.js';
import type { PublicState } from '../core/public-state.js';
import type { FeedbackItem, LibraryPage, Page, Profile } from '../library.js';

/** The one protocol version this client speaks. */
export const PROTOCOL = 1;

/** The server's first words. */
export interface Hello {
  readonly protocol: { readonly min: number; readonly max: number };
  readonly deviceUuid: string;
  readonly name: string;
  readonly version: string;
  readonly auth: 'token' | 'none';
  readonly pairing: 'paired' | 'unpaired';
  readonly nowMs: number;
}

export interface Change {
  readonly revision: number;
  /** Each changed top-level member, whole. */
  readonly changes: Partial<PublicState>;
  readonly cause?: Cause;
}

/** The answer to `state.subscribe` and `state.get`: the whole state, or what changed since a revision. */
export type Subscription =
  | { readonly revision: number; readonly nowMs: number; readonly state: PublicState }
  | { readonly revision: number; readonly nowMs: number; readonly changes: readonly Change[] };

export interface Done {
  readonly revision: number;
}

export type { LibraryItem as ListedItem, LibraryPage as ItemPage, Profile } from '../library.js';

export interface FeedbackPage {
  readonly items: readonly FeedbackItem[];
  readonly cursor?: string;
}

/** An invitation for one more phone. */
export interface Invitation {
  /** Six digits. */
  readonly code: string;
  readonly link: string;
  readonly expiresMs: number;
}

/** Somebody who has a control token. */
export interface AdmittedClient {
  readonly id: string;
  readonly name: string;
  readonly createdMs: number;
  readonly lastSeenMs?: number;
  /** True for the caller itself, else missing. */
  readonly self?: boolean;
}

export interface SystemInfo {
  readonly versions: { readonly tonearm: string; readonly node: string; readonly mpv: string | null };
  readonly deviceUuid: string;
  readonly name: string;
  readonly uptimeMs: number;
  readonly serviceProfile: 'auto' | 'core' | 'full';
}

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
