import type { Fault } from './backoff.js';
import type { Cause, Command } from './command.js';
import type { Item, Source } from './item.js';
import type { Anchor } from './position.js';
import type { Notice } from './public-state.js';

/** What the operator decided; never changes while the agent runs. */
export interface Settings {
  /** Seconds of sound between progress reports where the service leaves the choice; 0 = none. */
  readonly progressS: number;
  readonly volumeMax: number;
  /** Go on after a restart. */
  readonly resume: boolean;
}

/** `handover`: the item is over and the next, already in the player, is about to start. */
export type Flow = 'flowing' | 'starved' | 'seeking' | 'handover';

/** At most these eight; each carries only what is valid in it. */
export type Playback =
  | {
      readonly phase: 'idle';
      readonly why: 'nothing' | 'listener' | 'sourceEnded' | 'notSupported' | 'serviceError';
    }
  /** Asking the service what is current (or setting a source it forgot). */
  | { readonly phase: 'syncing'; readonly requestId: number }
  | { readonly phase: 'loading'; readonly loadId: number }
  /** Loaded and meant to sound; silent while starved or seeking. */
  | { readonly phase: 'playing'; readonly loadId: number; readonly flow: Flow }
  /**
   * `loadId` null: nothing is in the player. `started`: what is in it had begun to sound. `flow`: how it would go on;
   * the player tells of changes only.
   */
  | {
      readonly phase: 'paused';
      readonly loadId: number | null;
      readonly started: boolean;
      readonly flow: Exclude<Flow, 'handover'>;
    }
  /** The item has ended; its end is being reported. */
  | { readonly phase: 'advancing'; readonly requestId: number }
  | { readonly phase: 'recovering'; readonly fault: Fault }
  /** The service stopped playback; only a listener's act goes on. */
  | { readonly phase: 'inactive'; readonly why: 'takenOver' | 'idleTimeout' };

/** One item's turn on the speaker, kept through pauses, faults and restarts. */
export interface Turn {
  readonly item: Item;
  /** Steady time at which the audioUrl came; null when it holds none. */
  readonly urlSinceMs: number | null;
  /** The player's own length, once known. */
  readonly lengthMs: number | null;
  /** Sound since the last progress report, and the position up to which it was counted. */
  readonly heardMs: number;
  readonly heardToMs: number;
  /** `due`: it is over and the service must hear of it. `reported`: the service has answered with what follows. */
  readonly end: 'ahead' | 'due' | 'reported';
  /** A report of its end may have been taken though no answer came: read `current` before another. */
  readonly doubtful: boolean;
  /** The last progress report; an answer to an earlier one, or to one of before the source was set, says nothing now. */
  readonly reportId: number | null;
  /** Loads that failed by the item's own fault. */
  readonly faults: number;
  /** Where an `eof` was not believed. */
  readonly cutAtMs: number | null;
}

/** What follows the item now playing. */
export type UpNext =
  | { readonly status: 'asked'; readonly requestId: number }
  | {
      readonly status: 'ready';
      readonly item: Item;
      readonly urlSinceMs: number;
      readonly loadId: number | null;
    }
  /** The source is at its end. */
  | { readonly status: 'none' };

/** What only the service can do. */
export type ServiceCommand = Extract<Command, { readonly type: 'play' | 'next' }>;

/** A command that waits for the service's answer; what sounds goes on meanwhile. */
export interface Pending {
  readonly ref: number;
  readonly requestId: number;
  /** Another item's turn began after it was asked: its answer may be older than what is known. */
  readonly overtaken: boolean;
  readonly command: ServiceCommand;
  readonly cause: Cause;
  /** A pause or stop came after it: take the answer, but make no sound. */
  readonly silenced: boolean;
}

export interface Waiting {
  readonly ref: number;
  readonly command: ServiceCommand;
  readonly cause: Cause;
  readonly silenced: boolean;
}

export interface Recovery {
  readonly fault: Fault;
  readonly attempt: number;
  readonly positionMs: number;
  /** The source has been set again in this try: being told still that there is none means waiting. */
  readonly restored: boolean;
}

export interface State {
  readonly settings: Settings;
  readonly pairing: 'paired' | 'unpaired';
  /** What the listener wants, apart from what is so. */
  readonly wish: 'playing' | 'paused' | 'stopped';
  readonly playback: Playback;
  readonly source: Source | null;
  readonly turn: Turn | null;
  readonly upNext: UpNext | null;
  readonly anchor: Anchor;
  readonly pending: Pending | null;
  /** Commands behind the pending one, in order. */
  readonly waiting: readonly Waiting[];
  /** Tries since sound last came steadily; null when all is well. */
  readonly recovery: Recovery | null;
  /** Items given up in a row. */
  readonly unplayable: number;
  /** `itemsLeft`: how many changes of item it outlives. */
  readonly notice: { readonly notice: Notice; readonly itemsLeft: number } | null;
  readonly player: { readonly alive: boolean; readonly deaths: number };
  readonly volume: number;
  readonly muted: boolean;
  /** epoch = steady + this. */
  readonly epochOffsetMs: number;
  /** The last id given to a load or a request. */
  readonly lastId: number;
}

/** What of the last run goes on in this one; see `SessionRecord` of the ports. */
export interface Restored {
  readonly wish: State['wish'];
  readonly source: Source | null;
  readonly item: Item | null;
  readonly positionMs: number;
  readonly sourceEnded: boolean;
  readonly volume: number;
  readonly muted: boolean;
}

export function createState(options: {
  readonly settings: Settings;
  readonly pairing: State['pairing'];
  readonly restored: Restored;
  readonly epochOffsetMs: number;
  readonly now: number;
}): State {
  const { settings, pairing, restored, epochOffsetMs, now } = options;
  const { source, item } = restored;
  const wish = restored.wish === 'playing' && !settings.resume ? 'paused' : restored.wish;
  return {
    settings,
    pairing,
    wish: source === null ? 'stopped' : wish,
    playback: { phase: 'idle', why: idleReason(restored) },
    source,
    turn: source === null || item === null ? null : createTurn(item, null, restored.positionMs),
    upNext: null,
    anchor: { positionMs: restored.positionMs, steadyMs: now, rate: 0 },
    pending: null,
    waiting: [],
    recovery: null,
    unplayable: 0,
    notice: null,
    player: { alive: false, deaths: 0 },
    volume: Math.min(restored.volume, settings.volumeMax),
    muted: restored.muted,
    epochOffsetMs,
    lastId: 0,
  };
}

function idleReason(restored: Restored): 'nothing' | 'listener' | 'sourceEnded' {
  if (restored.source === null) return 'nothing';
  if (restored.sourceEnded) return 'sourceEnded';
  return restored.wish === 'stopped' ? 'listener' : 'nothing';
}

export function createTurn(item: Item, urlSinceMs: number | null, positionMs: number): Turn {
  return {
    item,
    urlSinceMs,
    lengthMs: null,
    heardMs: 0,
    heardToMs: positionMs,
    end: 'ahead',
    doubtful: false,
    reportId: null,
    faults: 0,
    cutAtMs: null,
  };
}

/** Where the item ends: the player knows best, then the service; null when neither does. */
export function endOf(turn: Turn | null): number | null {
  return turn?.lengthMs ?? turn?.item.durationMs ?? null;
}
