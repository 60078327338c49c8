import type { CommandOf } from '../../contract/command.js';
import { withAnnouncements, withRing, withSpoken } from '../facts/agenda.js';
import { withoutAnnouncement } from '../facts/announcements.js';
import type { State } from '../model/state.js';

export function announcementAdded(state: State, { id, by, lengthMs, volume }: CommandOf<'announce'>): State {
  const { announcements } = state.agenda;
  return withAnnouncements(state, [
    ...announcements,
    { id, by, lengthMs, volume: volume ?? null, sinceMs: null },
  ]);
}

/** A waiting announcement then never sounds. The one that sounds keeps its place until its end is reported. */
export function announcementCancelled(state: State, id: string): State {
  return state.agenda.spoken === id ? state : withoutAnnouncement(state, id);
}

/**
 * The announcement has ended, or could not sound. An alarm that left it the output has its full time for music from now
 * on.
 */
export function announcementOver(state: State, id: string): State {
  const { agenda, player } = state;
  const { ring, spoken } = agenda;
  if (spoken !== id) return state;
  const left = withSpoken(withoutAnnouncement(state, id), null);
  const waits = ring?.is === 'ringing' && ring.heardMs === null && !player.mixes;
  return waits ? withRing(left, { ...ring, sinceMs: state.now }) : left;
}
