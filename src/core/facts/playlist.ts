import { SETTLED, TAKEN, endSettled, waitOver } from './end.js';
import {
  createEntry,
  elapsedS,
  over,
  positionOf,
  itemRenewed,
  withEndOf,
  withNotes,
  withoutAddress,
} from './entry.js';
import { withId } from './ids.js';
import { noticeAged } from './notices.js';
import { withPlayer } from './player.js';
import { inLane, isUnsettled, isUntellable } from './read.js';
import { withoutAddressTrouble } from './troubles.js';
import { type Item, isSameItem } from '../vocabulary/item.js';
import type { Entry, Next, Note, Playlist, Previous } from '../model/playlist.js';
import type { State } from '../model/state.js';

const UNKNOWN: Next = { is: 'unknown' };

function withPlaylist(state: State, change: Partial<Playlist>): State {
  return { ...state, playlist: { ...state.playlist, ...change } };
}

export function withCurrent(state: State, change: (entry: Entry) => Entry): State {
  const { current } = state.playlist;
  if (current === null) return state;
  const changed = change(current);
  return changed === current ? state : withPlaylist(state, { current: changed });
}

/** Sets the state of the one unsettled end: that of the previous entry, else of the current one. */
export function withEnd(state: State, end: Previous['end']): State {
  const { previous } = state.playlist;
  if (previous !== null) return withPlaylist(state, { previous: { ...previous, end } });
  return withCurrent(state, entry => withEndOf(entry, end));
}

/** Forgets what follows. A settled end becomes taken again: what follows is asked anew, without a report. */
export function withoutNext(state: State): State {
  const open = withCurrent(state, entry =>
    entry.end.at === 'settled' ? withEndOf(entry, waitOver(TAKEN)) : entry,
  );
  return withPlaylist(open, { next: UNKNOWN });
}

/** Removes the previous entry: its end cannot be reported, or need not be. */
export function withoutPrevious(state: State): State {
  return state.playlist.previous === null ? state : withPlaylist(state, { previous: null });
}

/** Empties the playlist: nothing is known to play. */
export function playlistEmptied(state: State): State {
  return { ...state, playlist: { previous: null, current: null, next: UNKNOWN } };
}

/** Makes another item the current one, from its start. */
export function currentReplaced(state: State, item: Item): State {
  const [id, numbered] = withId(state);
  return becameCurrent(numbered, { previous: null, current: createEntry(id, item, state), next: UNKNOWN });
}

/** Makes the next entry the current one. An unsettled end moves to `previous` with the entry that it belongs to. */
export function playlistShifted(state: State): State {
  const { previous, current, next } = state.playlist;
  if (next.is !== 'some') return state;
  const left = current === null || previous !== null ? previous : toPrevious(current);
  const { entry } = next;
  return becameCurrent(state, { previous: left, current: entry, next: UNKNOWN });
}

function becameCurrent(state: State, playlist: Playlist): State {
  return withoutAddressTrouble(noticeAged({ ...state, playlist }));
}

function toPrevious({ id, item, end, ...entry }: Entry): Previous | null {
  const { index, trackToken } = item;
  if (index === null || !isUnsettled(end)) return null;
  const endMs = entry.lengthMs ?? entry.heardToMs;
  return { id, index, trackToken, lengthS: Math.ceil((item.durationMs ?? endMs) / 1000), end };
}

/** Sets the next entry to an item that a peek found. */
export function nextPeeked(state: State, item: Item): State {
  const [id, numbered] = withId(state);
  return withPlaylist(numbered, {
    next: { is: 'some', certainty: 'peeked', entry: createEntry(id, item, state) },
  });
}

export function withoutPeeked(state: State): State {
  const { next } = state.playlist;
  return next.is === 'some' && next.certainty === 'peeked' ? withPlaylist(state, { next: UNKNOWN }) : state;
}

/** Drops the address of the next entry, which failed. An entry that was only peeked is forgotten altogether. */
export function withoutNextAddress(state: State): State {
  const { next } = state.playlist;
  if (next.is !== 'some') return state;
  const { entry } = next;
  return next.certainty === 'peeked'
    ? withPlaylist(state, { next: UNKNOWN })
    : withPlaylist(state, { next: { ...next, entry: withoutAddress(entry) } });
}

/** Applies the answer about what follows the unsettled end; only here it is compared with the peeked entry. */
export function nextTold(state: State, item: Item | null): State {
  const { previous, current, next } = state.playlist;
  if (previous !== null) return toldBehind(state, item);
  if (current === null)
    return item === null ? withPlaylist(state, { next: { is: 'none' } }) : currentReplaced(state, item);
  const done = endSettled(current);
  if (item === null) return withPlaylist(state, { current: done, next: { is: 'none' } });
  const { index, trackToken } = current.item;
  const [id, numbered] = withId(state);
  const isPeeked = next.is === 'some' && isSameItem(next.entry.item, item);
  const entry = isPeeked ? itemRenewed(next.entry, item, state.now) : createEntry(id, item, state);
  return withPlaylist(numbered, {
    current: done,
    next: { is: 'some', certainty: 'told', entry: { ...entry, after: { index, trackToken } } },
  });
}

/** Applies the answer when the peeked entry already sounds. */
function toldBehind(state: State, item: Item | null): State {
  const { current } = state.playlist;
  const alone = withoutPrevious(state);
  if (item === null) {
    const done = withCurrent(alone, entry => over(withEndOf(entry, SETTLED)));
    return withPlaylist(done, { next: { is: 'none' } });
  }
  const isSame = current !== null && isSameItem(current.item, item);
  return isSame
    ? withCurrent(alone, entry => itemRenewed(entry, item, state.now))
    : currentReplaced(alone, item);
}

/** Adds a note about the current entry, if the service is to hear of it (specification, section 4). */
export function noteAdded(state: State, what: Note['what'], positionMs?: number): State {
  const { current } = state.playlist;
  if (current === null || current.item.index === null || current.end.at !== 'ahead') return state;
  if (what === 'setProgress' ? isUntellable(state) : !state.abilities.reports) return state;
  const [id, numbered] = withId(state);
  const note: Note = { id, what, elapsedS: elapsedS(current, positionMs ?? positionOf(current, state.now)) };
  const asked = inLane(state, 'tell')?.about;
  return withCurrent(numbered, entry => withNotes(entry, withTurn(entry.notes, note, asked)));
}

/** Appends the note, or removes the last one if it cancels that and that was not sent. Never cancels a first start. */
function withTurn(notes: Entry['notes'], note: Note, asked?: number): Entry['notes'] {
  const last = notes.at(-1);
  const before = notes.at(-2);
  const isResumed = last?.what === 'setPaused' && note.what === 'setStarted';
  const isPausedAgain =
    last?.what === 'setStarted' && note.what === 'setPaused' && before?.what === 'setPaused';
  const isTakenBack = isResumed || (isPausedAgain && before.elapsedS === note.elapsedS);
  return isTakenBack && last.id !== asked ? notes.slice(0, -1) : [...notes, note];
}

/** Removes a note that was sent or given up. */
export function noteDone(state: State, id: number): State {
  return withCurrent(state, entry =>
    withNotes(
      entry,
      entry.notes.filter(note => note.id !== id),
    ),
  );
}

/** Makes the appended rest of the current entry its sound. */
export function restContinued(state: State): State {
  const { behind, held } = state.player;
  if (behind === null || held === null) return state;
  const rest = { ...held, ...behind, is: 'sounding' } as const;
  return withCurrent(withPlayer(state, { held: rest, behind: null }), entry => ({
    ...entry,
    cutAtMs: entry.breaksAtMs,
    breaksAtMs: null,
  }));
}

/** Makes the next entry the current one, and the appended load its sound. */
export function handedOver(state: State): State {
  const { behind } = state.player;
  const next = playlistShifted(state);
  const { current } = next.playlist;
  if (behind === null || current === null) return next;
  return withPlayer(next, { held: { ...behind, cue: current.cue, is: 'opening' }, behind: null });
}
