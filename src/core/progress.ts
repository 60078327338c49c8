import type { Effect } from './effect.js';
import { fullLengthS } from './session.js';
import { endOf, type State, type Turn } from './state.js';
import { type Step, step } from './step.js';

/** Progress reports: every so many seconds of sound (specification, section 4, rules 1 and 2). */
export function reportIfDue(state: State, positionMs: number): Step {
  const { turn, source, settings } = state;
  if (turn === null || source === null || turn.item.index === null || turn.end !== 'ahead')
    return step(state);
  // Nothing is said after the end of the item has been.
  if (state.upNext !== null || state.pending?.command.type === 'next') return step(state);
  const everyS = turn.item.progressFrequencyS ?? settings.progressS;
  if (everyS === 0 || turn.heardMs < everyS * 1000) return step(state);
  // Positions come once a second: what is over the interval counts for the next one, or intervals would grow.
  const overMs = turn.heardMs % (everyS * 1000);
  const report = progressReport(state, turn, source.id, positionMs, overMs);
  return step(report.state, report.effect);
}

/** `elapsedTime` rounds down and stays below the length: only the end report says that. */
function progressReport(
  state: State,
  turn: Turn,
  sourceId: string,
  positionMs: number,
  heardMs: number,
): { readonly state: State; readonly effect: Effect } {
  const requestId = state.lastId + 1;
  const endMs = endOf(turn);
  const elapsedS = Math.floor(positionMs / 1000);
  const mostS = endMs === null ? elapsedS : Math.max(0, fullLengthS(turn) - 1);
  return {
    state: { ...state, lastId: requestId, turn: { ...turn, heardMs } },
    effect: {
      type: 'service.reportProgress',
      requestId,
      sourceId,
      index: turn.item.index ?? 0,
      elapsedS: Math.min(elapsedS, mostS),
    },
  };
}

/** Reports a position at once, as after a replay. */
export function reportNow(state: State, positionMs: number): Step {
  const { turn, source } = state;
  if (turn === null || source === null || turn.item.index === null || turn.end !== 'ahead')
    return step(state);
  const report = progressReport(state, turn, source.id, positionMs, 0);
  return step(report.state, report.effect);
}
