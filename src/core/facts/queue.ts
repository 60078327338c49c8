import type { By, QueuedCommand, Refusal } from '../../contract/command.js';
import type { State } from '../model/state.js';

const clientOf = ({ key, client }: By): string => key ?? client;

/** How many of these commands the client has sent. */
export function countOf(queue: State['queue'], by: By): number {
  return queue.filter(({ cause }) => clientOf(cause) === clientOf(by)).length;
}

/** The waiting commands of guests, or those of owners. */
export function alike(queue: State['queue'], { guest }: By): State['queue'] {
  return queue.filter(({ cause }) => cause.guest === guest);
}

/**
 * Queues a command fairly: a client's first command precedes every other client's second that waits with it. Guests may be
 * many: they share one turn per round, after the owners, in rotation. The first in the queue has begun and stays first.
 * Nobody is remembered once served: two clients that ask again at each answer keep those behind them waiting.
 */
export function commandEnqueued(
  state: State,
  asked: Pick<QueuedCommand, 'ref' | 'command' | 'cause'>,
): State {
  const { queue } = state;
  const { guest = false } = asked.cause;
  const now = Math.floor(queue[0]?.round ?? 0) + (guest ? 0.5 : 0);
  const own = queue.filter(({ cause }) => (guest ? cause.guest : clientOf(cause) === clientOf(asked.cause)));
  const one = {
    ...asked,
    round: Math.max(now, ...own.map(({ round }) => round + 1)),
    silenced: false,
    progress: { at: 'waiting', tries: 0 },
    about: null,
  } as const;
  const [first = one, ...rest] = guestsInTurn([...queue, one]);
  return { ...state, queue: [first, ...rest.toSorted((a, b) => a.round - b.round)] };
}

/** Distributes the rounds that guests' commands hold among the guests in rotation. */
function guestsInTurn(queue: State['queue']): State['queue'] {
  const those = queue.filter(({ cause }) => cause.guest);
  const turns = new Map(those.map((one, at) => [one, countOf(those.slice(0, at), one.cause)]));
  const inTurn = those.toSorted((a, b) => (turns.get(a) ?? 0) - (turns.get(b) ?? 0));
  return queue.map(one => ({ ...one, round: those[inTurn.indexOf(one)]?.round ?? one.round }));
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

export function withoutAnswered(state: State): State {
  return { ...state, queue: state.queue.filter(({ progress }) => progress.at !== 'answered') };
}

export function allAnsweredWith(state: State, refusal: Refusal): State {
  return state.queue.reduce(
    (next, { ref, progress }) => (progress.at === 'answered' ? next : answeredWith(next, ref, refusal)),
    state,
  );
}

/** Marks all queued commands as silenced: a listener asked for silence last, and a play under way must not end it. */
export function queueSilenced(state: State): State {
  return { ...state, queue: state.queue.map(one => ({ ...one, silenced: true })) };
}
