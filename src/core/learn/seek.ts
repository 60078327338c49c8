import { endOf } from '../facts/entry.js';
import { jumpedTo } from '../facts/hearing.js';
import { noteAdded, withCurrent } from '../facts/playlist.js';
import { isHandingOver } from '../facts/read.js';
import { fromTheStart } from '../facts/troubles.js';
import type { State } from '../model/state.js';

/** Jumps within the current item, at most to its end. Ignored if the item is over or is giving way to the next one. */
export function soughtTo(state: State, targetMs: number): State {
  const { current } = state.playlist;
  if (current === null || current.over || isHandingOver(state)) return state;
  const positionMs = Math.round(Math.max(0, Math.min(targetMs, endOf(current) ?? targetMs)));
  const jumped = withCurrent(state, entry => jumpedTo(entry, positionMs, state.now));
  return fromTheStart(jumped, positionMs);
}

/** Plays the item from its start and reports that (service rules, "replay", core). */
export function replayedHere(state: State): State {
  const sought = soughtTo(state, 0);
  if (sought === state) return state;
  const untold = withCurrent(sought, entry => ({ ...entry, untoldMs: 0 }));
  return noteAdded(untold, 'setProgress');
}
