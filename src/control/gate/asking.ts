import type { PublicState } from '../../contract/public-state.js';
import type { Declaration } from '../../contract/methods.js';

/** Silence reasons after which resuming sets the source anew or reclaims a stream, and so needs the service. */
const STOPPED = ['takenOver', 'idleTimeout', 'sourceEnded', 'notSupported', 'noSource', 'serviceError'];
/**
 * Commands that lead at most to a later report to the service; `service/playback.ts` bounds how often reports go out.
 */
const TOLD = ['pause', 'stop'];

/**
 * A seek to less than this before the end, milliseconds, ends the item soon: its end is reported and the next item
 * requested.
 */
const TAIL_MS = 60_000;

/** A method, as far as it says what it asks of the service. */
export interface AskingMethod {
  readonly name: string;
  readonly does?: Declaration['does'];
  readonly errors?: Declaration['errors'];
}

/** What the speaker is doing now. */
export interface Now {
  readonly nowMs: number;
  readonly state: Pick<PublicState, 'playbackStatus' | 'silenceReason' | 'item' | 'position'>;
  /** The last request to the service got no answer: resuming means one more attempt. */
  readonly isServiceAway: boolean;
}

/**
 * What a call makes the agent ask of the service: `nothing`; `perhaps` something, which never holds the call back,
 * because no guest may keep another from pausing and resuming; or `surely` something, now or soon.
 */
export type Asking = 'nothing' | 'perhaps' | 'surely';

/** Whether a call only resumes what there is, which usually asks nothing of the service. `params` are unchecked. */
export function goesOn({ does }: Pick<AskingMethod, 'does'>, params: unknown): boolean {
  const { sourceId, preset } = (params ?? {}) as { readonly sourceId?: unknown; readonly preset?: unknown };
  return does === 'playPause' || (does === 'play' && sourceId === undefined && preset === undefined);
}

/** Classifies a call by what it makes the agent ask of the service. `params` are unchecked. */
export function askingOf(method: AskingMethod, params: unknown, now: () => Now): Asking {
  const { does, errors } = method;
  if (does !== undefined && TOLD.includes(does)) return 'perhaps';
  if (does === 'seek') return isNearEnd(params, now()) ? 'surely' : 'perhaps';
  if (errors?.includes('serviceError') !== true) return 'nothing';
  if (!goesOn(method, params)) return 'surely';
  const { state, isServiceAway } = now();
  if (does === 'playPause' && state.playbackStatus === 'playing') return 'perhaps';
  const { silenceReason } = state;
  return isServiceAway || (silenceReason !== null && STOPPED.includes(silenceReason)) ? 'surely' : 'perhaps';
}

function isNearEnd(params: unknown, { nowMs, state: { item, position } }: Now): boolean {
  const { positionMs, offsetMs } = (params ?? {}) as { positionMs?: unknown; offsetMs?: unknown };
  const atMs = position.positionMs + position.rate * (nowMs - position.atMs);
  const targetMs = typeof offsetMs === 'number' ? atMs + offsetMs : positionMs;
  return item !== null && typeof targetMs === 'number' && targetMs > (item.durationMs ?? 0) - TAIL_MS;
}
