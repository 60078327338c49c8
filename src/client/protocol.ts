/** The control protocol as a client sees it (contract, section 4). Lengths and positions are milliseconds. */
import type { Cause } from '../core/command.js';
import type { Feedback } from '../core/item.js';
import type { PublicState } from '../core/public-state.js';

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

export interface ListedItem {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly artist?: string;
  readonly album?: string;
  readonly podcast?: string;
  readonly artUrl?: string;
  readonly durationMs?: number;
}

export interface ItemPage {
  readonly items: readonly ListedItem[];
  readonly cursor?: string;
}

interface Paging {
  readonly limit?: number;
  readonly offset?: number;
  readonly cursor?: string;
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
    params: Paging & {
      readonly types?: readonly string[];
      readonly sortBy?: string;
      readonly sortOrder?: string;
    };
    result: ItemPage;
  };
  'library.search': {
    params: Paging & { readonly query: string; readonly types?: readonly string[] };
    result: ItemPage;
  };
  'library.recentFavorites': { params: Paging; result: ItemPage };
  'library.topArtists': { params: Paging; result: ItemPage };
  'library.feedbacks': {
    params: Paging & {
      readonly targetTypes?: readonly string[];
      readonly sourceContextTypes?: readonly string[];
      readonly values?: readonly Feedback[];
    };
    result: Readonly<Record<string, unknown>>;
  };
  'library.profile': { params: object; result: Readonly<Record<string, unknown>> };
  'system.info': { params: object; result: Readonly<Record<string, unknown>> };
}

export type MethodName = keyof Methods;
