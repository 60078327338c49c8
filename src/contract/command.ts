import { FAILURE_CODES, type ServiceFailure } from '../core/vocabulary/failure.js';
import { FEEDBACKS, type Item, type Source } from '../core/vocabulary/item.js';
import {
  CONTROL,
  eitherOf,
  FLAG,
  INTEGER,
  listOf,
  LOUDEST,
  NOTHING,
  object,
  oneOf,
  optional,
  orNull,
  type Shape,
  TEXT,
  type TypeOf,
  VOLUME,
} from './shape.js';

/** The number of a preset. */
export const PRESET: Shape<number> = { type: 'integer', minimum: 1, maximum: 9 };

/** A time to wait, at most a day. */
const DAY_MS: Shape<number> = { type: 'integer', minimum: 0, maximum: 24 * 3_600_000 };
export const ALARM_ID: Shape<string> = { type: 'string', minLength: 1, maxLength: 64 };
export const WEEKDAY: Shape<number> = { type: 'integer', minimum: 1, maximum: 7 };
export const TIME_OF_DAY: Shape<string> = {
  type: 'string',
  pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
  description: 'local time, such as 07:00',
};

/** The seek offset, either way, that the service may allow where it allows no other, milliseconds. */
export const JUMP_MS = 15_000;

/**
 * Returns the commands of a listener, with their parameters. Positions and offsets are milliseconds. A function, so that
 * the page, which needs nothing of this, does not load it.
 */
export function commandShapes() {
  const sourceId: Shape<string> = {
    type: 'string',
    maxLength: 256,
    pattern: `^[A-Z]{2}(:[^:${CONTROL}]+)+$`,
    description: 'two capital letters, then one or more parts, each after a colon, such as ST:123',
  };
  const largest = Number.MAX_SAFE_INTEGER;
  const milliseconds: Shape<number> = { type: 'integer', minimum: -largest, maximum: largest };
  const volumeOffset: Shape<number> = { type: 'integer', minimum: -LOUDEST, maximum: LOUDEST };
  return {
    play: object({ sourceId: optional(sourceId), preset: optional(PRESET) }),
    pause: NOTHING,
    playPause: NOTHING,
    stop: NOTHING,
    next: NOTHING,
    previous: NOTHING,
    replay: NOTHING,
    seek: eitherOf(['positionMs', milliseconds], ['offsetMs', milliseconds]),
    setVolume: eitherOf(['volume', VOLUME], ['offset', volumeOffset]),
    setMuted: object({ muted: FLAG }),
    setFeedback: object({ value: oneOf(...FEEDBACKS, null) }),
    setPreset: object({ number: PRESET, sourceId: optional(orNull(sourceId)) }),
    sleep: object({ afterMs: optional(DAY_MS), afterItem: optional(FLAG) }),
    setAlarm: object({
      id: optional(ALARM_ID),
      time: TIME_OF_DAY,
      days: optional(listOf(WEEKDAY, { maxItems: 7 })),
      sourceId: optional(sourceId),
      preset: optional(PRESET),
      volume: optional(VOLUME),
      enabled: optional(FLAG),
    }),
    removeAlarm: object({ id: ALARM_ID }),
    snooze: object({ afterMs: optional(DAY_MS) }),
    dismiss: NOTHING,
    announce: object({ id: TEXT, by: TEXT, lengthMs: INTEGER, volume: optional(VOLUME) }),
    cancelAnnouncement: object({ announcementId: TEXT }),
  } as const;
}

type Shapes = ReturnType<typeof commandShapes>;
export type CommandOf<Type extends keyof Shapes> = Type extends unknown
  ? { readonly type: Type } & TypeOf<Shapes[Type]>
  : never;
export type Command = CommandOf<keyof Shapes>;

/** Who caused a change: the client's name and the method it called. */
export const CAUSE = object({ client: TEXT, method: TEXT, commandId: optional(TEXT) });
export type Cause = TypeOf<typeof CAUSE>;
/**
 * A cause with facts about its client that are never published. `key`: the same for all requests of a client,
 * whatever name it gives; `guest`: it is a guest, with a token or without one.
 */
export type By = Cause & { readonly key?: string; readonly guest?: true };

/** The stable words of the contract's error table. */
export const REASONS = [
  'unauthorized',
  'forbidden',
  'rateLimited',
  'notAllowed',
  'playerUnavailable',
  ...FAILURE_CODES,
] as const;
export type Reason = (typeof REASONS)[number];

/** Why a request was refused, as plain data. */
export interface Refusal {
  readonly reason: Reason;
  readonly message: string;
  /** The interaction that the item lacks (`notAllowed`). */
  readonly interaction?: string;
  readonly retryAfterMs?: number;
  /** The service's own code and message (`serviceError`). */
  readonly serviceCode?: string;
  readonly serviceMessage?: string;
}

/** The commands that only the service can carry out. */
export type ServiceCommand = Extract<
  Command,
  { readonly type: 'play' | 'next' | 'previous' | 'replay' | 'setFeedback' }
>;

/** How far a command is. */
export type Progress =
  | { readonly at: 'waiting'; readonly tries: number }
  /** A skip whose entry's end is being settled. */
  | { readonly at: 'leaving' }
  | { readonly at: 'asked'; readonly tries: number }
  /** It may have been done; `read` names the query that tells. */
  | {
      readonly at: 'unknown';
      readonly tries: number;
      readonly failure: ServiceFailure;
      readonly read: 'current' | 'source';
    }
  /** Done, but the current item still has to be asked for. `source`: the one that was set. */
  | { readonly at: 'taken'; readonly source: Source | null; readonly item: Item | null }
  | { readonly at: 'answered'; readonly refusal: Refusal | null };

/** A listener's command that waits for the service. */
export interface QueuedCommand {
  readonly ref: number;
  readonly command: ServiceCommand;
  readonly cause: By;
  /** Its turn: commands with a lower number come first. */
  readonly round: number;
  /** A pause or stop came after it: its answer is applied without starting the sound. */
  readonly silenced: boolean;
  readonly progress: Progress;
  /** The entry that was current when the command began, its place, and the setting of its source. Null: not begun. */
  readonly about: {
    readonly entry: number | null;
    readonly was: { readonly index: number | null; readonly trackToken: string | null };
    readonly setting: number;
  } | null;
}
