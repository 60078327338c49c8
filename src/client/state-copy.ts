import type { PublicState } from '../contract/public-state.js';
import type { Change, Subscription } from '../contract/protocol.js';

/** The last known state, with the server's clock and this client's clock at the time of its arrival. */
export interface StateCopy {
  readonly revision: number;
  readonly state: PublicState;
  /** The server's wall clock in its last message, in epoch milliseconds. */
  readonly nowMs: number;
  /** This client's steady clock when that message arrived, in milliseconds. */
  readonly heardMs: number;
}

/**
 * Returns the copy after an answer to `state.subscribe` or `state.get`; null if it holds changes but there is no state
 * yet.
 */
export function renewed(copy: StateCopy | null, answer: Subscription, heardMs: number): StateCopy | null {
  const { revision, nowMs } = answer;
  // The same revision is the same state: keep its members, so that nothing is taken for a change.
  if ('state' in answer)
    return { revision, nowMs, heardMs, state: copy?.revision === revision ? copy.state : answer.state };
  if (copy === null) return null;
  const state = answer.changes.reduce((before, { changes }) => ({ ...before, ...changes }), copy.state);
  return { revision, nowMs, heardMs, state };
}

/** Returns the copy after one event. Revisions rise by one: an old event changes nothing, and a gap gives null. */
export function changed(
  copy: StateCopy,
  change: Change & { readonly nowMs: number },
  heardMs: number,
): StateCopy | null {
  if (change.revision <= copy.revision) return copy;
  if (change.revision !== copy.revision + 1) return null;
  const state = { ...copy.state, ...change.changes };
  return { revision: change.revision, nowMs: change.nowMs, heardMs, state };
}

/**
 * Returns the position in the item, in milliseconds, at `steadyMs` of this client's steady clock (contract, section 4,
 * "State"): `positionMs + rate × (nowMs − atMs + time since receipt)`, kept within the item.
 */
export function positionOf(copy: StateCopy, steadyMs: number): number {
  const { positionMs, atMs, rate } = copy.state.position;
  const reached = positionMs + rate * (copy.nowMs - atMs + steadyMs - copy.heardMs);
  const end = copy.state.item?.durationMs ?? Number.POSITIVE_INFINITY;
  return Math.max(0, Math.min(reached, Math.max(end, positionMs)));
}
