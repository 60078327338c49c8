import { isReport } from '../ask.js';
import { isFresh, leaseLeft } from './entry.js';
import type { Entry } from '../model/entry.js';
import type { Held } from '../model/player.js';
import { unsettledEnd } from './playlist.js';
import { inLane } from './ledger.js';
import { firstOf } from './queue.js';
import type { State } from '../model/state.js';

/** What of the current entry is in the player. */
export function heldOfCurrent({ player, playlist }: State): Held | null {
  const { held } = player;
  return held !== null && held.entry === playlist.current?.id ? held : null;
}

/** Something of the current entry has sounded since it was loaded, or is about to go on. */
export function hasBegun(state: State): boolean {
  const held = heldOfCurrent(state);
  return held !== null && held.is !== 'opening';
}

/** The entry that is appended, or may be: its address must last until its turn. */
export function appendable(state: State): Entry | null {
  const { player, playlist, now } = state;
  const { next } = playlist;
  if (next.is !== 'some' || next.entry.item.index === null) return null;
  if (player.behind?.entry === next.entry.id) return next.entry;
  return isFresh(next.entry, now) ? next.entry : null;
}

/** The item is over, and the next one, already in the player, is about to begin. */
export function isHandingOver(state: State): boolean {
  const { player, playlist } = state;
  const { next } = playlist;
  return heldOfCurrent(state)?.is === 'over' && next.is === 'some' && player.behind?.entry === next.entry.id;
}

/** Whether samples reach the output, or are about to without a gap. */
export function isSounding(state: State): boolean {
  const held = heldOfCurrent(state);
  return state.player.isRunning && (held?.is === 'sounding' || isHandingOver(state));
}

/** A listener's command takes the service to another source or item: what it answers now is soon no longer so. */
export function isLeaving(state: State): boolean {
  const first = firstOf(state);
  if (first === null || first.progress.at === 'waiting' || first.progress.at === 'leaving') return false;
  const { type } = first.command;
  return type === 'play' || type === 'previous';
}

/** Our own source is being set again: whatever else is asked would be about another. */
export function isRestoring(state: State): boolean {
  return inLane(state, 'place')?.ask.op === 'setSource';
}

/** The report of an end is under way. */
export function isReporting(state: State): boolean {
  const question = inLane(state, 'place');
  return question !== null && isReport(question.ask);
}

/** Nothing may be told of the current entry: its end, or that of the one before, is being settled, or nobody knows where the service is. */
export function isUntellable(state: State): boolean {
  const { playlist, setting } = state;
  const isAstray = setting.held === 'no' || setting.held === 'restored' || setting.held === 'unasked';
  return (
    unsettledEnd(playlist) !== null || playlist.current?.end.at !== 'ahead' || isAstray || isLeaving(state)
  );
}

/** The address would lapse before the end that is known; without one nobody can tell. */
export function willLapse(entry: Entry, leftMs: number | null, now: number): boolean {
  return leftMs !== null && leaseLeft(entry, now) < leftMs;
}
