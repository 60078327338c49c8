import { elapsedS, positionOf, withNotes } from './entry.js';
import type { Note } from '../model/entry.js';
import { withCurrent } from './playlist.js';
import { isUntellable } from './read.js';
import { withId } from './ids.js';
import type { State } from '../model/state.js';

/** What happened to the current entry, at this place or where it is, where the service is to hear of that (specification, section 4). */
export function noteAdded(state: State, what: Note['what'], positionMs?: number): State {
  const { current } = state.playlist;
  if (current === null || current.item.index === null || current.end.at !== 'ahead') return state;
  if (what === 'setProgress' ? isUntellable(state) : !state.abilities.reports) return state;
  const [id, numbered] = withId(state);
  const note: Note = { id, what, elapsedS: elapsedS(current, positionMs ?? positionOf(current, state.now)) };
  return withCurrent(numbered, entry => withNotes(entry, [...entry.notes, note]));
}

/** It was told, or given up. */
export function noteDone(state: State, id: number): State {
  return withCurrent(state, entry =>
    withNotes(
      entry,
      entry.notes.filter(note => note.id !== id),
    ),
  );
}
