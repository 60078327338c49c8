import type { By, QueuedCommand, Refusal } from '../command.js';
import type { State } from '../model/state.js';

/** How many of these its client has asked. */
export function countOf(queue: State['queue'], { key, client }: By): number {
  return queue.filter(({ cause }) => (cause.key ?? cause.client) === (key ?? client)).length;
}

/** In turns: a client's first comes before anybody's second, so that nobody waits for all that another asks. */
export function enqueued(state: State, asked: Pick<QueuedCommand, 'ref' | 'command' | 'cause'>): State {
  const { queue } = state;
  const one = { ...asked, silenced: false, progress: { at: 'waiting', tries: 0 }, about: null } as const;
  const turn = countOf(queue, one.cause);
  const later = queue.findIndex(({ cause }, at) => countOf(queue.slice(0, at), cause) > turn);
  return { ...state, queue: queue.toSpliced(later < 0 ? queue.length : later, 0, one) };
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
