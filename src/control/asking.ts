import type { PublicState } from '../core/public-state.js';
import type { Method } from './method.js';

/** Where it was silent for this, to go on is to set a source anew, or to claim a stream back. */
const STOPPED = ['takenOver', 'idleTimeout', 'sourceEnded', 'notSupported', 'noSource', 'serviceError'];
/** What is told to the service at most, by and by: how often is bounded where it is told (`service/playback.ts`). */
const TOLD = ['pause', 'stop'];

/** What ends sooner than so, milliseconds, is left early: its end is reported, and what follows is asked for. */
const TAIL_MS = 60_000;

export interface Now {
  readonly nowMs: number;
  readonly state: Pick<PublicState, 'playbackStatus' | 'silenceReason' | 'item' | 'position'>;
  /** The service did not answer last: to go on is one more try. */
  readonly isServiceAway: boolean;
}

/**
 * What a call has the service asked: `nothing`; `perhaps` something, which never holds it back, as no guest may take away from
 * another that music pauses and goes on; or `surely`, now or soon.
 */
export type Asking = 'nothing' | 'perhaps' | 'surely';

/** Only to go on with what there is: most often that asks the service for nothing. `params` are unchecked. */
export function goesOn({ does }: Pick<Method, 'does'>, params: unknown): boolean {
  const hasSource = typeof params === 'object' && params !== null && 'sourceId' in params;
  return does === 'playPause' || (does === 'play' && !hasSource);
}

/** `params` are unchecked. */
export function askingOf(method: Pick<Method, 'does' | 'errors'>, params: unknown, now: () => Now): Asking {
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
