import type { Command } from '../command.js';
import { withAnnouncements, withSpoken } from '../facts/agenda.js';
import { withoutAnnouncement } from '../facts/announcements.js';
import type { State } from '../model/state.js';

type Of<Type extends Command['type']> = Extract<Command, { readonly type: Type }>;

export function announced(state: State, { id, by, lengthMs, volume }: Of<'announce'>): State {
  const { announcements } = state.agenda;
  return withAnnouncements(state, [
    ...announcements,
    { id, by, lengthMs, volume: volume ?? null, sinceMs: null },
  ]);
}

/** The one that sounds has ended, or could not sound. */
export function announcementOver(state: State, id: string): State {
  const left = withoutAnnouncement(state, id);
  return state.agenda.spoken === id ? withSpoken(left, null) : left;
}
