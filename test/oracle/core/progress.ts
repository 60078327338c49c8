// @ts-nocheck: frozen, while the types it was written for go on.
import type { Effect } from './effect.js';
import type { State } from './state.js';
import { type Step, step } from './step.js';
import { askedWith, endOf, type Turn } from './turn.js';

/** A place in the item in turn, as a report names it. */
interface Report {
  readonly sourceId: string;
  readonly index: number;
  readonly elapsedS: number;
}

/** The item in turn as a report names it; null where nothing may be reported of it (any more). */
function reportable(state: State, positionMs: number): Report | null {
  const { turn, source, closing, regaining } = state;
  if (turn === null || source === null || turn.item.index === null) return null;
  // Nothing follows the report of an end, nor one that may have been taken; nor does it precede that of the item before.
  if (turn.end !== 'ahead' || turn.doubtful || closing !== null || regaining !== null) return null;
  return { sourceId: source.id, index: turn.item.index, elapsedS: elapsedS(turn, positionMs) };
}

/** `elapsedTime` rounds down and stays below the length: only the end report says that. */
export function elapsedS(turn: Turn, positionMs: number): number {
  const wholeS = Math.floor(positionMs / 1000);
  const isBounded = turn.item.durationMs !== null || endOf(turn) !== null;
  return isBounded ? Math.min(wholeS, Math.max(0, fullLengthS(turn) - 1)) : wholeS;
}

/** The whole seconds that only the end report may say: the service's own length, else the player's, rounded up. */
export function fullLengthS(turn: Turn): number {
  return Math.ceil((turn.item.durationMs ?? endOf(turn) ?? turn.heardToMs) / 1000);
}

/** Progress reports: every so many seconds of sound (specification, section 4, rules 1 and 2). */
export function reportIfDue(state: State, positionMs: number): Step {
  const { turn, settings } = state;
  if (turn === null) return step(state);
  const everyS = turn.item.progressFrequencyS ?? settings.progressS;
  if (everyS === 0 || turn.heardMs < everyS * 1000) return step(state);
  // Positions come once a second: what is over the interval counts for the next one, or intervals would grow.
  const heardMs = turn.heardMs % (everyS * 1000);
  return turn.doubtful ? askWhetherLeft(state, turn, heardMs) : reportNow(state, positionMs, heardMs);
}

/** A skip failed, and it may have been taken: the item goes on, but is reported only if the service is still at it. */
function askWhetherLeft(state: State, turn: Turn, heardMs: number): Step {
  const { closing, pending, regaining, upNext } = state;
  const isSettledOtherwise =
    closing !== null || regaining !== null || pending !== null || askedWith(upNext) !== null;
  if (isSettledOtherwise || turn.end !== 'ahead' || turn.doubtId !== null) return step(state);
  const requestId = state.lastId + 1;
  return step(
    { ...state, lastId: requestId, turn: { ...turn, heardMs, doubtId: requestId } },
    { type: 'service.getCurrent', requestId },
  );
}

/** Reports a position at once, as after a replay; `heardMs` counts for the next report already. */
export function reportNow(state: State, positionMs: number, heardMs = 0): Step {
  const report = reportable(state, positionMs);
  if (report === null || state.turn === null) return step(state);
  const requestId = state.lastId + 1;
  return step(
    { ...state, lastId: requestId, turn: { ...state.turn, heardMs, reportId: requestId } },
    { type: 'service.reportProgress', requestId, ...report },
  );
}

/** Tells a service that wants to know that audio really starts, resumes or pauses (service rules, full). */
export function reportFlow(state: State, what: 'Started' | 'Paused', positionMs: number): Step {
  const report = state.abilities.reports ? reportable(state, positionMs) : null;
  if (report === null || state.turn === null) return step(state);
  const requestId = state.lastId + 1;
  return step(
    { ...state, lastId: requestId, turn: { ...state.turn, reportId: requestId } },
    { type: `service.report${what}`, requestId, ...report },
  );
}

/** The report that ends the item, or skips it where it stands; null when it has no place in a known source. */
export function reportOfEnd(
  state: State,
  turn: Turn,
  { requestId, skippedAtMs }: { readonly requestId: number; readonly skippedAtMs?: number },
): Extract<Effect, { readonly type: 'service.advance' }> | null {
  if (state.source === null || turn.item.index === null) return null;
  const lengthS = fullLengthS(turn);
  const leftAtMs = skippedAtMs ?? turn.gaveUpAtMs;
  return {
    type: 'service.advance',
    requestId,
    by: skippedAtMs === undefined ? 'end' : 'skip',
    sourceId: state.source.id,
    index: turn.item.index,
    elapsedS: leftAtMs === null ? lengthS : elapsedS(turn, leftAtMs),
    lengthS,
    doubtful: turn.doubtful,
    ...(turn.endTaken ? { taken: true } : {}),
    forCommand: skippedAtMs !== undefined,
  };
}
