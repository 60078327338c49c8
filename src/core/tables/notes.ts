import { LEASE_MS, endOf, isFresh, positionOf } from '../facts/entry.js';
import { heldOfCurrent, inLane, isReport, isUntellable } from '../facts/read.js';
import { LIMITS } from '../vocabulary/limits.js';
import type { Entry } from '../model/playlist.js';
import type { State } from '../model/state.js';
import { QUIET, type Talk, asking, waiting } from './talk.js';

/** No peek in the first seconds of an item: it may be skipped at once. */
const SETTLED_MS = 5_000;
/** How long before the end the next address must be known, to allow for a slow service and audio host. */
const LEAD_MS = 12_000;
/** One peek early, to make a skip fast, and one near the end if the first failed or its address lapsed in a pause. */
const PEEKS = 2;

/** The service is told of starts, pauses and progress, in order, one at a time. */
export function tellOf(state: State): Talk {
  const { playlist, setting, pairing } = state;
  const { current } = playlist;
  const [note] = current?.notes ?? [];
  if (current === null || note === undefined || setting.source === null) return QUIET;
  if (pairing.is === 'unpaired' || current.item.index === null || isUntellable(state)) return QUIET;
  const { what, elapsedS, id } = note;
  return asking({ op: what, sourceId: setting.source.id, index: current.item.index, elapsedS }, id);
}

/** While a report is slow, `current` is asked whether it was taken. */
export function watchOf(state: State): Talk {
  const question = inLane(state, 'place');
  if (question === null || !isReport(question.ask)) return QUIET;
  const { id, looks, lookDue } = question;
  if (lookDue) return asking({ op: 'current' }, id);
  const delayMs = looks === 0 ? LIMITS.firstLook : LIMITS.laterLook;
  return waiting({ name: 'watch', key: `${id} ${looks}`, delayMs, spreadMs: 0 });
}

/** In good time the service is asked what will come next. */
export function peekOf(state: State): Talk {
  const { abilities, player, playlist } = state;
  const { current } = playlist;
  if (!abilities.peek || current === null || current.over || current.item.index === null) return QUIET;
  if (heldOfCurrent(state)?.is !== 'sounding' || !player.isRunning || isUntellable(state)) return QUIET;
  if (inLane(state, 'peek') !== null) return QUIET;
  if (current.peekDue) return asking({ op: 'peek' }, current.id);
  const delayMs = current.peeks >= PEEKS ? null : untilPeek(state, current);
  if (delayMs === null) return QUIET;
  const { positionMs, steadyMs } = current.anchor;
  const key = `${current.id} ${current.cue} ${positionMs} ${steadyMs} ${current.peeks} ${endOf(current)}`;
  return waiting({ name: 'peek', key, delayMs, spreadMs: 0 });
}

/** How long until the next peek, milliseconds; null: no further peek for this item. */
function untilPeek({ playlist, now }: State, current: Entry): number | null {
  const endMs = endOf(current);
  const leftMs = endMs === null ? null : endMs - positionOf(current, now);
  const untilLeadMs = leftMs === null ? null : Math.max(0, leftMs - LEAD_MS);
  const { next } = playlist;
  if (next.is === 'some') return leftMs !== null && !isFresh(next.entry, now + leftMs) ? untilLeadMs : null;
  if (current.peeks > 0) return untilLeadMs;
  const untilSettledMs = Math.max(0, (current.firstHeardMs ?? now) + SETTLED_MS - now);
  if (leftMs === null || untilLeadMs === null) return untilSettledMs;
  // Any earlier, the address would lapse and be replaced, and mpv does not prefetch a replacement.
  return Math.min(untilLeadMs, Math.max(untilSettledMs, leftMs - LEASE_MS + LEAD_MS));
}
