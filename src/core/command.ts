import type { ServiceFailure } from './failure.js';
import type { Feedback, Item, Source } from './item.js';

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
export const REASONS = [
  'unauthorized',
  'rateLimited',
  'notPaired',
  'noSource',
  'notAllowed',
  'skipLimitReached',
  'notSupported',
  'serviceError',
  'offline',
  'playerUnavailable',
] as const;
export type Reason = (typeof REASONS)[number];

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

/** What only the service can do. */
export type ServiceCommand = Extract<
  Command,
  { readonly type: 'play' | 'next' | 'previous' | 'replay' | 'setFeedback' }
>;

/** How far a command is. */
export type Progress =
  | { readonly at: 'waiting'; readonly tries: number }
  /** A skip: the end of its entry is being settled. */
  | { readonly at: 'leaving' }
  | { readonly at: 'asked'; readonly tries: number }
  /** It may have been done: `read` says what shows that. */
  | {
      readonly at: 'unknown';
      readonly tries: number;
      readonly failure: ServiceFailure;
      readonly read: 'current' | 'source';
    }
  /** Done; which item is current has to be asked. `source`: the one that was set. */
  | { readonly at: 'taken'; readonly source: Source | null; readonly item: Item | null }
  | { readonly at: 'answered'; readonly refusal: Refusal | null };

/** A listener's command that waits for the service, in the order they came. */
export interface QueuedCommand {
  readonly ref: number;
  readonly command: ServiceCommand;
  readonly cause: Cause;
  /** A pause or stop came after it: take the answer, but make no sound. */
  readonly silenced: boolean;
  readonly progress: Progress;
  /** The entry that was current when it was begun, where it stood, and the setting of its source. Null: not begun. */
  readonly about: {
    readonly entry: number | null;
    readonly was: { readonly index: number | null; readonly trackToken: string | null };
    readonly setting: number;
  } | null;
}
