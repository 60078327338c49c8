import type { Snapshot } from '../protocol.js';
import type { Method } from './method.js';

/** What ends sooner than so is left early: its end is reported, and what follows is asked for. */
const TAIL_MS = 30_000;
/** Where it was silent for this, to go on is to set a source anew, or to claim a stream back. */
const STOPPED = ['takenOver', 'idleTimeout', 'sourceEnded', 'notSupported', 'noSource', 'serviceError'];

export interface Now extends Snapshot {
  /** The service did not answer last: to go on is one more try. */
  readonly isServiceAway: boolean;
}

/** Only to go on with what there is: most often that asks the service for nothing. `params` are unchecked. */
export function goesOn({ does }: Pick<Method, 'does'>, params: unknown): boolean {
  const hasSource = typeof params === 'object' && params !== null && 'sourceId' in params;
  return does === 'playPause' || (does === 'play' && !hasSource);
}

/** Whether the service is to be asked something for such a call, now or soon. `params` are unchecked. */
export function asksService(method: Pick<Method, 'does' | 'errors'>, params: unknown, now: Now): boolean {
  const { playbackStatus, silenceReason } = now.state;
  if (method.does === 'seek') return isNearEnd(params, now);
  if (method.errors?.includes('serviceError') !== true) return false;
  if (!goesOn(method, params)) return true;
  const isPause = method.does === 'playPause' && playbackStatus === 'playing';
  return !isPause && (now.isServiceAway || (silenceReason !== null && STOPPED.includes(silenceReason)));
}

function isNearEnd(params: unknown, { nowMs, state }: Snapshot): boolean {
  const { positionMs, offsetMs } = (params ?? {}) as { positionMs?: unknown; offsetMs?: unknown };
  const { item, position } = state;
  const atMs = position.positionMs + position.rate * (nowMs - position.atMs);
  const targetMs = typeof offsetMs === 'number' ? atMs + offsetMs : positionMs;
  return item !== null && typeof targetMs === 'number' && targetMs > (item.durationMs ?? 0) - TAIL_MS;
}
