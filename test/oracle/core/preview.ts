// @ts-nocheck: frozen, while the types it was written for go on.
import { isHalt, isSameItem, type Item } from './item.js';
import { positionAt } from './position.js';
import { LEASE_MS } from './session.js';
import type { State } from './state.js';
import { type Step, step } from './step.js';
import { endOf } from './turn.js';

/** An item that is left within its first seconds needs no preview. */
const SETTLED_MS = 5_000;
/** So long before the end the next address is in hand, also where the service and the audio's host are slow. */
const LEAD_MS = 12_000;
/** Once early, so that a skip is quick; once more before the end, should that have failed or lapsed in a pause. */
const PEEKS = 2;

/** How long until the service is to be asked what comes next; null: not (again) for this item. */
export function previewDelay(state: State, now: number): number | null {
  const { abilities, turn, preview, closing, regaining } = state;
  if (!abilities.peek || turn === null || closing !== null || regaining !== null || turn.peeks >= PEEKS)
    return null;
  if (turn.doubtful || turn.peekId !== null) return null;
  const endMs = endOf(turn);
  const leftMs = endMs === null ? null : endMs - positionAt(state.anchor, now);
  const untilLeadMs = leftMs === null ? null : Math.max(0, leftMs - LEAD_MS);
  if (preview !== null) {
    // Its address would lapse before its turn; without a known end nobody can tell.
    const willLapse = leftMs !== null && preview.urlSinceMs + LEASE_MS < now + leftMs;
    return willLapse ? untilLeadMs : null;
  }
  if (turn.peeks > 0) return untilLeadMs;
  const untilSettledMs = Math.max(0, (turn.sinceMs ?? now) + SETTLED_MS - now);
  if (leftMs === null || untilLeadMs === null) return untilSettledMs;
  // Not so early that its address would lapse: mpv does not fetch ahead what comes in the place of something else.
  return Math.min(untilLeadMs, Math.max(untilSettledMs, leftMs - LEASE_MS + LEAD_MS));
}

export function askPreview(state: State): Step {
  const { turn } = state;
  if (turn === null) return step(state);
  const requestId = state.lastId + 1;
  return step(
    {
      ...state,
      lastId: requestId,
      turn: { ...turn, peeks: turn.peeks + 1, peekId: requestId },
    },
    { type: 'service.peek', requestId },
  );
}

/** What the service foretells. Something that cannot be played is no better than what is in hand. */
export function withPreview(state: State, item: Item | null, now: number): State {
  const { turn } = state;
  if (turn === null) return state;
  const told: State = { ...state, turn: { ...turn, peekId: null } };
  const isOver = turn.end !== 'ahead';
  const isUsable = item !== null && item.audioUrl !== null && item.index !== null && !isHalt(item);
  if (isOver || !isUsable || isSameItem(turn.item, item)) return told;
  return { ...told, preview: { item, urlSinceMs: now, loadId: null } };
}
