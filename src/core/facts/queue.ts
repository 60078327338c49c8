import type { By, QueuedCommand, Refusal } from '../../contract/command.js';
import type { State } from '../model/state.js';

const clientOf = ({ key, client }: By): string => key ?? client;

/** How many of these commands the client has sent. */
export function countOf(queue: State['queue'], by: By): number {
  return queue.filter(({ cause }) => clientOf(cause) === clientOf(by)).length;
}

/** The offset of such a client's commands within a round: owners 0, guests 0.25, clients without a token 0.5. */
function placeOf({ open = false, guest = false }: By): number {
  if (open) return 0.5;
  return guest ? 0.25 : 0;
}

/** The waiting commands of clients of the same kind. */
export function alike(queue: State['queue'], by: By): State['queue'] {
  return queue.filter(({ cause }) => placeOf(cause) === placeOf(by));
}

/**
 * Queues a command fairly. A client's first command precedes every other client's second, and each client overtakes a
 * waiting command at most once, so nobody waits for everything that others ask. Guests, and clients without a token,
 * may be many: those of a kind share one turn per round, after the owners, in rotation. The first in the queue has
 * begun and stays first.
 */
export function commandEnqueued(
  state: State,
  asked: Pick<QueuedCommand, 'ref' | 'command' | 'cause'>,
): State {
  const { queue } = state;
  const place = placeOf(asked.cause);
  const now = Math.floor(queue[0]?.round ?? 0) + place;
  const own = [...state.served, ...queue].filter(({ cause }) =>
    place > 0 ? placeOf(cause) === place : clientOf(cause) === clientOf(asked.cause),
  );
  const round = Math.max(now, ...own.map(one => one.round + 1));
  const one = {
    ...asked,
    round,
    silenced: false,
    progress: { at: 'waiting', tries: 0 },
    about: null,
  } as const;
  const [first = one, ...rest] = [0.25, 0.5].reduce(sharedOut, [...queue, one]);
  return { ...state, queue: [first, ...rest.toSorted((a, b) => a.round - b.round)] };
}

/** Distributes the rounds that commands of this kind hold among their clients in rotation. */
function sharedOut(queue: State['queue'], place: number): State['queue'] {
  const those = queue.filter(({ cause }) => placeOf(cause) === place);
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

/** Removes the answered commands. Clients served in this round are remembered: their next command gets a later one. */
export function withoutAnswered(state: State): State {
  const queue = state.queue.filter(({ progress }) => progress.at !== 'answered');
  if (queue.length === state.queue.length) return state;
  const round = Math.floor(queue[0]?.round ?? Infinity);
  const served = state.queue.flatMap(({ progress, about, cause, round: turn }) =>
    progress.at === 'answered' && about !== null ? { cause, round: turn } : [],
  );
  return { ...state, queue, served: [...state.served, ...served].filter(one => one.round >= round) };
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
