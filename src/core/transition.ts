import type { Event } from './vocabulary/event.js';
import type { By } from '../contract/command.js';
import { learnt } from './learn/learn.js';
import type { State } from './model/state.js';
import { reconcileAnswers } from './reconcile/answers.js';
import type { Effect } from './reconcile/effect.js';
import { reconcilePlayer } from './reconcile/player.js';
import { reconcileQuestions } from './reconcile/questions.js';
import { reconcileTimers } from './reconcile/timers.js';
import { rulesApplied } from './rules/rules.js';

/** A decision: the next state, the effects to perform, and the client that caused it. */
export interface Step {
  readonly state: State;
  readonly effects: readonly Effect[];
  readonly cause?: By;
}

/** Three rounds are usual, plus one per waiting command. More mean a row that never rests, which is a bug. */
const MOST_ROUNDS = 8;

/**
 * Makes every decision of Tonearm: takes one event and returns the next state and the effects. Pure; `now` is the
 * steady clock in milliseconds. An event that changes nothing returns the same state object.
 */
export function transition(before: State, event: Event, now: number): Step {
  const step = stateSettled(learnt({ ...before, now }, event));
  return isSame(before, step.state) && step.effects.length === 0 ? { ...step, state: before } : step;
}

/** Applies the rules and tables until nothing changes. Throws if that takes too many rounds. */
export function stateSettled(learntState: State): Step {
  let state = learntState;
  let cause: By | null = null;
  const effects: Effect[] = [];
  const most = MOST_ROUNDS + state.queue.length;
  for (let round = 1; round <= most; round += 1) {
    const begun = rulesApplied(state);
    const [played, sounds] = reconcilePlayer(begun);
    const [asked, questions] = reconcileQuestions(played);
    const [timed, timers] = reconcileTimers(asked);
    const answered = reconcileAnswers(timed);
    effects.push(...sounds, ...questions, ...timers, ...answered.effects);
    cause = answered.cause ?? cause;
    if (isSame(answered.state, state)) return { state, effects, ...(cause === null ? {} : { cause }) };
    state = answered.state;
  }
  throw new Error(`No rest after ${most} rounds: ${effects.map(({ type }) => type).join(', ')}.`);
}

/** Whether every member except `now` is the same object. */
function isSame(before: State, after: State): boolean {
  const names = Object.keys(after) as (keyof State)[];
  return names.every(name => name === 'now' || before[name] === after[name]);
}
