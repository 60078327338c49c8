import type { Effect } from './effect.js';
import { fullLengthS } from './session.js';
import { endOf, type State, type Turn } from './state.js';
import { type Step, step } from './step.js';

/** Progress reports: every so many seconds of sound (specification, section 4, rules 1 and 2). */
export function reportIfDue(state: State, positionMs: number): Step {
  const { turn, settings } = state;
  if (turn === null) return step(state);
  const everyS = turn.item.progressFrequencyS ?? settings.progressS;
  if (everyS === 0 || turn.heardMs < everyS * 1000) return step(state);
  // Positions come once a second: what is over the interval counts for the next one, or intervals would grow.
  return reportNow(state, positionMs, turn.heardMs % (everyS * 1000));
}

/** `elapsedTime` rounds down and stays below the length: only the end report says that. */
function progressReport(
  state: State,
  turn: Turn,
  { sourceId, index }: { readonly sourceId: string; readonly index: number },
  positionMs: number,
  heardMs: number,
): { readonly state: State; readonly effect: Effect } {
  const requestId = state.lastId + 1;
  const endMs = endOf(turn);
  const elapsedS = Math.floor(positionMs / 1000);
  const mostS = endMs === null ? elapsedS : Math.max(0, fullLengthS(turn) - 1);
  return {
    state: { ...state, lastId: requestId, turn: { ...turn, heardMs, reportId: requestId } },
    effect: {
      type: 'service.reportProgress',
      requestId,
      sourceId,
      index,
      elapsedS: Math.min(elapsedS, mostS),
    },
  };
}

/** Reports a position at once, as after a replay; `heardMs` counts for the next report already. */
export function reportNow(state: State, positionMs: number, heardMs = 0): Step {
  const { turn, source } = state;
  if (turn === null || source === null || turn.item.index === null) return step(state);
  // Nothing follows the report of an end, nor one that may have been taken.
  if (turn.end !== 'ahead' || turn.doubtful) return step(state);
  const report = progressReport(
    state,
    turn,
    { sourceId: source.id, index: turn.item.index },
    positionMs,
    heardMs,
  );
  return step(report.state, report.effect);
}
