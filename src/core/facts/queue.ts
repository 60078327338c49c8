import type { By, QueuedCommand, Refusal } from '../command.js';
import type { State } from '../model/state.js';

/** How many of these its client has asked. */
export function countOf(queue: State['queue'], { key, client }: By): number {
  return queue.filter(({ cause }) => (cause.key ?? cause.client) === (key ?? client)).length;
}

/** Those that wait of clients of its kind: with a token, or without. */
export function alike(queue: State['queue'], { open = false }: By): State['queue'] {
  return queue.filter(({ cause }) => (cause.open ?? false) === open);
}

/**
 * In turns: a client's first comes before anybody's second, so that nobody waits for all that another asks. Whoever shows no
 * token may be as many as he likes: all of them are one client, which comes last, and take its turns in turn. What is first is
 * begun.
 */
export function enqueued(state: State, asked: Pick<QueuedCommand, 'ref' | 'command' | 'cause'>): State {
  const one = { ...asked, silenced: false, progress: { at: 'waiting', tries: 0 }, about: null } as const;
  const queue = [...state.queue, one];
  const placed = queue.map((command, at) => ({ command, turn: countOf(queue.slice(0, at), command.cause) }));
  const open = placed.filter(({ command }) => command.cause.open).toSorted((a, b) => a.turn - b.turn);
  const [first, ...rest] = placed.map(({ command, turn }, at) => {
    const among = open.findIndex(other => other.command === command);
    return { command, at, round: among < 0 ? turn : among + 0.5 };
  });
  const sorted = rest.toSorted((a, b) => a.round - b.round);
  return {
    ...state,
    queue: (first === undefined ? sorted : [first, ...sorted]).map(({ command }) => command),
  };
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
