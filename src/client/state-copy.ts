import type { PublicState } from '../core/public-state.js';
import type { Change, Subscription } from '../protocol.js';

/** The state as last told, and the server's clock beside this client's own at that moment. */
export interface StateCopy {
  readonly revision: number;
  readonly state: PublicState;
  /** The server's wall clock when it spoke last. */
  readonly nowMs: number;
  /** This client's steady clock when it heard that. */
  readonly heardMs: number;
}

/** The copy after `state.subscribe` or `state.get` was answered; null when changes came without a state to apply them to. */
export function renewed(copy: StateCopy | null, answer: Subscription, heardMs: number): StateCopy | null {
  const { revision, nowMs } = answer;
  if ('state' in answer) return { revision, nowMs, heardMs, state: answer.state };
  if (copy === null) return null;
  const state = answer.changes.reduce((before, { changes }) => ({ ...before, ...changes }), copy.state);
  return { revision, nowMs, heardMs, state };
}

/** The copy after one event. Revisions rise by one: an old one changes nothing, a gap is null. */
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
 * Where the item is, in milliseconds, at `steadyMs` of this client's steady clock (contract, section 4, "State"):
 * `positionMs + rate × (nowMs − atMs + time since receipt)`, kept within the item.
 */
export function positionOf(copy: StateCopy, steadyMs: number): number {
  const { positionMs, atMs, rate } = copy.state.position;
  const reached = positionMs + rate * (copy.nowMs - atMs + steadyMs - copy.heardMs);
  const end = copy.state.item?.durationMs ?? Number.POSITIVE_INFINITY;
  return Math.max(0, Math.min(reached, Math.max(end, positionMs)));
}
