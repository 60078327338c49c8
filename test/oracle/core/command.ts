// @ts-nocheck: frozen, while the types it was written for go on.
import type { Feedback } from './item.js';

/** What a listener may ask of the speaker. Positions and offsets are milliseconds, volumes 0…100. */
export type Command =
  | { readonly type: 'play'; readonly sourceId?: string }
  | { readonly type: 'pause' }
  | { readonly type: 'playPause' }
  | { readonly type: 'stop' }
  | { readonly type: 'next' }
  | { readonly type: 'previous' }
  | { readonly type: 'replay' }
  | { readonly type: 'seek'; readonly positionMs: number }
  | { readonly type: 'seek'; readonly offsetMs: number }
  | { readonly type: 'setVolume'; readonly volume: number }
  | { readonly type: 'setVolume'; readonly offset: number }
  | { readonly type: 'setMuted'; readonly muted: boolean }
  | { readonly type: 'setFeedback'; readonly value: Feedback | null };

/** Who caused a change: the client's name and the method it called. */
export interface Cause {
  readonly client: string;
  readonly method: string;
  readonly commandId?: string;
}

/** The stable words of the contract's error table. */
export type Reason =
  | 'unauthorized'
  | 'rateLimited'
  | 'notPaired'
  | 'noSource'
  | 'notAllowed'
  | 'skipLimitReached'
  | 'notSupported'
  | 'serviceError'
  | 'offline'
  | 'playerUnavailable';

/** Why something asked for was not done, as plain data. */
export interface Refusal {
  readonly reason: Reason;
  readonly message: string;
  /** The interaction that the item lacks (`notAllowed`). */
  readonly interaction?: string;
  readonly retryAfterMs?: number;
  /** The service's own words (`serviceError`). */
  readonly serviceCode?: string;
  readonly serviceMessage?: string;
}
