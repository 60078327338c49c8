// @ts-nocheck: frozen, while the types it was written for go on.
import { type Abilities, CORE_ABILITIES } from './abilities.js';
import type { Fault } from './backoff.js';
import type { Cause, Command } from './command.js';
import type { Item, Source } from './item.js';
import type { HostFault } from './player-event.js';
import type { Anchor } from './position.js';
import type { Notice } from './public-state.js';
import { type Closing, createTurn, NOT_TOLD, type Preview, type Turn, type UpNext } from './turn.js';

/** What the operator decided; never changes while the agent runs. */
export interface Settings {
  /** Seconds of sound between progress reports where the service leaves the choice; 0 = none. */
  readonly progressS: number;
  readonly volumeMax: number;
  /** Seconds of pause after which the sound device is let go; 0 = never. */
  readonly releaseS: number;
  /** Go on after a restart. */
  readonly resume: boolean;
  /** Something may hold the sound back after a pause: only the player can tell when it is there. */
  readonly soundWaits?: boolean;
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
   * the player tells of changes only. `released`: the sound device was let go.
   */
  | {
      readonly phase: 'paused';
      readonly loadId: number | null;
      readonly started: boolean;
      readonly released?: true;
      readonly flow: Exclude<Flow, 'handover'>;
    }
  /** The item has ended; its end is being reported. */
  | { readonly phase: 'advancing'; readonly requestId: number }
  | { readonly phase: 'recovering'; readonly fault: Fault }
  /** The service stopped playback; only a listener's act goes on. */
  | { readonly phase: 'inactive'; readonly why: 'takenOver' | 'idleTimeout' };

/** What only the service can do. */
export type ServiceCommand = Extract<
  Command,
  { readonly type: 'play' | 'next' | 'previous' | 'replay' | 'setFeedback' }
>;

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
  /** The item it was asked about. */
  readonly itemIndex: number | null;
}

export interface Waiting {
  readonly ref: number;
  readonly command: ServiceCommand;
  readonly cause: Cause;
  readonly silenced: boolean;
}

/** The audio's host gave nothing, so many times in a row. */
export interface HostRefusal {
  readonly fault: HostFault;
  readonly httpStatus: number | null;
  readonly times: number;
}

export interface Recovery {
  readonly fault: Fault;
  readonly attempt: number;
  readonly positionMs: number;
  /** The source has been set again in this try: being told still that there is none means waiting. */
  readonly restored: boolean;
  /** What the audio's host said the last time, and how often in a row it gave nothing; left out: it was not heard. */
  readonly refused?: HostRefusal;
}

export interface Regaining {
  /** Null: the last try failed, the timer `regain` makes the next. */
  readonly requestId: number | null;
  /** Tries that failed. */
  readonly attempt: number;
}

export interface State {
  readonly settings: Settings;
  readonly abilities: Abilities;
  readonly pairing: 'paired' | 'unpaired';
  /** What the listener wants, apart from what is so. */
  readonly wish: 'playing' | 'paused' | 'stopped';
  readonly playback: Playback;
  /** When a listener last asked to play: a stream found taken over right then is claimed back, once. */
  readonly claimedAtMs: number | null;
  readonly source: Source | null;
  /** A change of source may have been made though no answer came: the service may play another. */
  readonly sourceDoubtful: boolean;
  /** The service is surely at another: ours is being set again behind what sounds; see `regain.ts`. */
  readonly regaining: Regaining | null;
  readonly turn: Turn | null;
  readonly upNext: UpNext;
  readonly preview: Preview | null;
  readonly closing: Closing | null;
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
  /** Ids of the questions to the service that are neither answered nor given up. */
  readonly questions: readonly number[];
  /** The last id given to a load or a request. */
  readonly lastId: number;
}

/** What of the last run goes on in this one; see `SessionRecord` of the ports. */
export interface Restored {
  readonly wish: State['wish'];
  readonly source: Source | null;
  readonly item: Item | null;
  readonly positionMs: number;
  /** The item before it, whose end the service may not have heard of. */
  readonly closing: Pick<Closing, 'index' | 'trackToken' | 'lengthS'> | null;
  /** The service has taken the report of the item's end. */
  readonly endTaken?: boolean;
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
  /** Left out: those of the profile `core`. */
  readonly abilities?: Abilities;
}): State {
  const { settings, pairing, restored, epochOffsetMs, now, abilities = CORE_ABILITIES } = options;
  const { source, item, closing } = restored;
  const wish = restored.wish === 'playing' && !settings.resume ? 'paused' : restored.wish;
  return {
    settings,
    abilities,
    pairing,
    wish: source === null ? 'stopped' : wish,
    playback: { phase: 'idle', why: idleReason(restored) },
    claimedAtMs: null,
    source,
    sourceDoubtful: false,
    regaining: null,
    turn: source === null || item === null ? null : toTurn(item, restored),
    upNext: NOT_TOLD,
    preview: null,
    closing:
      source === null || closing === null
        ? null
        : { ...closing, sourceId: source.id, requestId: null, doubtful: true, attempt: 0, restore: null },
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
    questions: [],
    lastId: 0,
  };
}

function toTurn(item: Item, { positionMs, endTaken = false }: Restored): Turn {
  return { ...createTurn(item, null, positionMs), endTaken };
}

function idleReason(restored: Restored): 'nothing' | 'listener' | 'sourceEnded' {
  if (restored.source === null) return 'nothing';
  if (restored.sourceEnded) return 'sourceEnded';
  return restored.wish === 'stopped' ? 'listener' : 'nothing';
}
