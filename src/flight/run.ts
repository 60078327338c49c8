import type { Event } from '../core/vocabulary/event.js';
import type { State } from '../core/model/state.js';
import { positionAt } from '../core/vocabulary/position.js';
import type { Decision } from '../contract/ports.js';
import type { DecisionLine, PositionRun } from './lines.js';

type PositionEvent = Extract<Event, { readonly type: 'player.position' }>;

/** Positions further apart, or further from what the clock predicts, show more than continued sound. */
const LONGEST_STEP_MS = 5_000;
const NEAR_MS = 99;

/** Whether a position event shows only that sound continues: nothing but the amount heard changes. */
export function isTick({ event, before, after, effects, steadyMs }: Decision): boolean {
  const [was, is] = [before.playlist.current, after.playlist.current];
  if (event.type !== 'player.position' || was === null || is === null) return false;
  const stepMs = is.heardToMs - was.heardToMs;
  return (
    effects.every(effect => effect.type === 'timer.set' && effect.name === 'stall') &&
    stepMs > 0 &&
    stepMs <= LONGEST_STEP_MS &&
    [was.heardToMs, is.heardToMs, is.untoldMs].every(Number.isInteger) &&
    Math.abs(positionAt(is.anchor, steadyMs) - event.positionMs) <= NEAR_MS &&
    isSameBut(was, is, ['heardToMs', 'untoldMs']) &&
    isSameBut(before.playlist, after.playlist, ['current']) &&
    isSameBut(before.timers, after.timers, ['stall']) &&
    isSameBut<State>(before, after, ['now', 'playlist', 'timers'])
  );
}

function isSameBut<T extends object>(before: T, after: T, others: readonly (keyof T)[]): boolean {
  const names = Object.keys({ ...before, ...after }) as (keyof T)[];
  return names.every(name => before[name] === after[name] || others.includes(name));
}

/** Returns the line with one more position; null if the event is of another load. */
export function lengthened(line: DecisionLine, { event, steadyMs }: Decision): DecisionLine | null {
  const isSameLoad = line.event.type === 'player.position' && event.type === 'player.position';
  if (!isSameLoad || line.event.loadId !== event.loadId) return null;
  const count = (line.run?.count ?? 0) + 1;
  return { ...line, run: { count, atMs: steadyMs, positionMs: event.positionMs } };
}

/** The events of a line. Those of a run are spaced evenly between the first and the last, which has the same result. */
export function eventsOf({ atMs, event, run }: Pick<DecisionLine, 'atMs' | 'event' | 'run'>): readonly {
  readonly atMs: number;
  readonly event: Event;
}[] {
  const first = { atMs, event };
  if (run === undefined || event.type !== 'player.position') return [first];
  return [first, ...Array.from({ length: run.count }, (_, at) => nthOf({ atMs, event, run }, at + 1))];
}

function nthOf({ atMs, event, run }: { atMs: number; event: PositionEvent; run: PositionRun }, at: number) {
  if (at === run.count) return { atMs: run.atMs, event: { ...event, positionMs: run.positionMs } };
  const wholeMs = run.positionMs - event.positionMs;
  const stepMs = Math.floor((wholeMs * at) / run.count);
  const atThisMs = atMs + (stepMs / wholeMs) * (run.atMs - atMs);
  return { atMs: atThisMs, event: { ...event, positionMs: event.positionMs + stepMs } };
}
