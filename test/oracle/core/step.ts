// @ts-nocheck: frozen, while the types it was written for go on.
import type { Cause } from './command.js';
import type { Effect, TimerName } from './effect.js';
import { halt } from './position.js';
import type { Playback, State } from './state.js';
import { endOf } from './turn.js';

/** A decision: the next state, what is to be done, and on whose behalf. */
export interface Step {
  readonly state: State;
  readonly effects: readonly Effect[];
  readonly cause?: Cause;
}

/** The only maker of steps with effects: every question that is asked or given up is noted with it. */
export function step(state: State, ...effects: readonly Effect[]): Step {
  return { state: effects.reduce(noted, state), effects };
}

function noted(state: State, effect: Effect): State {
  if (!('requestId' in effect)) return state;
  const { requestId } = effect;
  return effect.type === 'service.abort'
    ? answered(state, requestId)
    : { ...state, questions: [...state.questions, requestId] };
}

/** The question is no longer open. */
export function answered(state: State, requestId: number): State {
  return { ...state, questions: state.questions.filter(open => open !== requestId) };
}

/** Gives a question up; nothing, where it is not open any more. */
export function abort(state: State, requestId: number): readonly Effect[] {
  return state.questions.includes(requestId) ? [{ type: 'service.abort', requestId }] : [];
}

/** Goes on from where `first` arrived. */
export function then(first: Step, next: (state: State) => Step): Step {
  const second = next(first.state);
  const cause = second.cause ?? first.cause;
  const effects = [...first.effects, ...second.effects];
  return { state: second.state, effects, ...(cause === undefined ? {} : { cause }) };
}

/** Silence that lasts so long without an end or a fault is one. */
export const SET_STALL = { type: 'timer.set', name: 'stall', delayMs: 15_000, spreadMs: 0 } as const;

/** Timers that mean something in a phase; leaving it for one that does not list them cancels them. */
const TIMERS_OF: Record<Playback['phase'], readonly TimerName[]> = {
  idle: [],
  syncing: [],
  loading: ['load'],
  playing: ['stall', 'lookAhead', 'handover'],
  paused: ['release'],
  advancing: [],
  recovering: ['retry'],
  inactive: [],
};

/** In a pause without anything in the player nothing is waited for. */
function timersOf(playback: Playback): readonly TimerName[] {
  return playback.phase === 'paused' && playback.loadId === null ? [] : TIMERS_OF[playback.phase];
}

/**
 * Changes the phase. The only place that does, so that no phase leaves a timer or a question behind, and the
 * position moves in `playing` only.
 */
export function enter(state: State, playback: Playback, now: number): Step {
  const from = state.playback;
  const kept = timersOf(playback);
  const effects: Effect[] = timersOf(from)
    .filter(name => !kept.includes(name))
    .map(name => ({ type: 'timer.cancel', name }));
  if (from.phase === 'syncing') effects.push(...abort(state, from.requestId));
  const anchor = playback.phase === 'playing' ? state.anchor : halt(state.anchor, now, endOf(state.turn));
  return step({ ...state, playback, anchor }, ...effects);
}
