import type { QueuedCommand, Refusal } from '../command.js';
import type { State } from '../model/state.js';

export function enqueued(state: State, command: QueuedCommand): State {
  return { ...state, queue: [...state.queue, command] };
}

export function withCommand(state: State, ref: number, change: Partial<QueuedCommand>): State {
  return { ...state, queue: state.queue.map(one => (one.ref === ref ? { ...one, ...change } : one)) };
}

export function answeredWith(state: State, ref: number, refusal: Refusal | null): State {
  return withCommand(state, ref, { progress: { at: 'answered', refusal } });
}

export function withoutCommand(state: State, ref: number): State {
  return { ...state, queue: state.queue.filter(one => one.ref !== ref) };
}

/** Their listeners have been told. */
export function withoutAnswered(state: State): State {
  return { ...state, queue: state.queue.filter(({ progress }) => progress.at !== 'answered') };
}

export function allAnsweredWith(state: State, refusal: Refusal): State {
  return state.queue.reduce(
    (next, { ref, progress }) => (progress.at === 'answered' ? next : answeredWith(next, ref, refusal)),
    state,
  );
}

/** What the listener asked for last is silence: a play under way must not break it. */
export function silenced(state: State): State {
  return { ...state, queue: state.queue.map(one => ({ ...one, silenced: true })) };
}
