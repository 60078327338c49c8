import { withAnnouncements } from './agenda.js';
import type { Announcement } from '../model/agenda.js';
import type { State } from '../model/state.js';

/** The most announcements, waiting or sounding. */
export const MOST_ANNOUNCEMENTS = 5;

/** The announcement that sounds; null: none does. */
export function spokenOf({ agenda: { announcements } }: State): Announcement | null {
  const first = announcements[0] ?? null;
  return first?.sinceMs == null ? null : first;
}

/** Whether an announcement sounds on an output that does not mix, so that the music has to pause. */
export function isSpokenAlone(state: State): boolean {
  return !state.player.mixes && spokenOf(state) !== null;
}

/** Whether the player plays, or would if an announcement had not taken its output. */
export function isGoing(state: State): boolean {
  return state.player.isRunning || (isSpokenAlone(state) && state.intent.wish === 'playing');
}

export function withoutAnnouncement(state: State, id: string): State {
  const { announcements } = state.agenda;
  const left = announcements.filter(one => one.id !== id);
  return left.length === announcements.length ? state : withAnnouncements(state, left);
}
