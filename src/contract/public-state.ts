import { FEEDBACKS, ITEM_KINDS } from '../core/vocabulary/item.js';
import {
  FLAG,
  INTEGER,
  listOf,
  object,
  oneOf,
  optional,
  orNull,
  TEXT,
  type TypeOf,
  VOLUME,
} from './shape.js';

/** Reasons for silence that only a listener can end; all others pass by themselves. */
export const RESTS = [
  'notPaired',
  'takenOver',
  'idleTimeout',
  'sourceEnded',
  'notSupported',
  'noSource',
  'paused',
  'stopped',
] as const;

/** Reasons for silence that pass by themselves before long, because the sound is on its way. */
export const FETCHING = ['loading'] as const;

/** Why no sound comes out, in the documented order of precedence. */
export const SILENCE_REASONS = [
  ...RESTS,
  'playerUnavailable',
  'audioDeviceUnavailable',
  'announcement',
  'offline',
  'serviceError',
  ...FETCHING,
  'muted',
] as const;

export type SilenceReason = (typeof SILENCE_REASONS)[number];

export function isFetching(reason: string | null): boolean {
  return FETCHING.some(each => each === reason);
}

/**
 * A message for the listener. `code` is a silence reason, a refusal's reason or `itemUnplayable`. `detail`: a
 * machine-readable cause, one of `NOTICE_DETAILS`, if the speaker knows more about a `serviceError`.
 */
const NOTICE = object({ code: TEXT, title: optional(TEXT), message: TEXT, detail: optional(TEXT) });
export const NOTICE_DETAILS = ['clientRefused', 'hostUntrusted', 'hostInsecure', 'hostRefused'] as const;
export type NoticeDetail = (typeof NOTICE_DETAILS)[number];

/** The source, as published to clients. */
export const PUBLIC_SOURCE = object({ id: TEXT, type: TEXT, name: optional(TEXT) });

export const PUBLIC_ITEM = object({
  kind: oneOf(...ITEM_KINDS),
  index: orNull(INTEGER),
  title: TEXT,
  artist: optional(TEXT),
  album: optional(TEXT),
  podcast: optional(TEXT),
  artUrl: optional(TEXT),
  durationMs: optional(INTEGER),
  feedback: oneOf(...FEEDBACKS, null),
  interactions: listOf(TEXT),
});

/** What will most probably play after the item. */
const UP_NEXT = object({
  title: TEXT,
  artist: optional(TEXT),
  album: optional(TEXT),
  artUrl: optional(TEXT),
  durationMs: optional(INTEGER),
});

/** The listener's account, as the service names it. */
const ACCOUNT = object({ id: TEXT, name: TEXT });

export const PAIRING = oneOf('paired', 'unpaired');

/** The states of playback that a listener can ask for. */
export const WISHES = ['playing', 'paused', 'stopped'] as const;

/** What clients see (contract, section 4, "State"), declared only here. Lengths and `atMs` (epoch) are milliseconds. */
export const PUBLIC_STATE = object({
  pairing: PAIRING,
  playbackStatus: oneOf(...WISHES),
  buffering: FLAG,
  silenceReason: oneOf(...SILENCE_REASONS, null),
  notice: orNull(NOTICE),
  source: orNull(PUBLIC_SOURCE),
  item: orNull(PUBLIC_ITEM),
  position: object({ positionMs: INTEGER, atMs: INTEGER, rate: oneOf(0, 1) }),
  volume: VOLUME,
  volumeMax: VOLUME,
  sleep: orNull(object({ endsAtMs: optional(INTEGER) })),
  alarm: orNull(object({ id: TEXT, atMs: INTEGER, ringing: FLAG, fallback: FLAG })),
  announcement: orNull(object({ by: TEXT, endsAtMs: optional(INTEGER) })),
  muted: FLAG,
  upNext: orNull(UP_NEXT),
  account: orNull(ACCOUNT),
  can: object({
    play: FLAG,
    pause: FLAG,
    next: FLAG,
    previous: FLAG,
    replay: FLAG,
    seek: FLAG,
    feedback: FLAG,
  }),
});

export type Pairing = TypeOf<typeof PAIRING>;
export type AccountName = TypeOf<typeof ACCOUNT>;
export type Wish = (typeof WISHES)[number];
export type Notice = TypeOf<typeof NOTICE>;
export type PublicItem = TypeOf<typeof PUBLIC_ITEM>;
export type PublicState = TypeOf<typeof PUBLIC_STATE>;
