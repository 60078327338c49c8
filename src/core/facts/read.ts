import type { QueuedCommand } from '../../contract/command.js';
import { endOf, isFresh, positionOf } from './entry.js';
import type { Ask, Lane, Question } from '../model/ledger.js';
import type { End, Entry, OpenEnd, Playlist } from '../model/playlist.js';
import { type Item, isSameItem } from '../vocabulary/item.js';
import type { Held, Setting, State } from '../model/state.js';

/** When this little is left to sound, what follows is appended in any case. */
const LAST_CALL_MS = 3_000;

/** An end, reached or skipped, that is not settled with the service yet. */
export type UnsettledEnd = Exclude<End, { readonly at: 'ahead' | 'settled' }>;

export function isUnsettled(end: End): end is UnsettledEnd {
  return end.at !== 'ahead' && end.at !== 'settled';
}

export function isOpenEnd(end: End): end is OpenEnd {
  return end.at === 'due' || end.at === 'sent' || end.at === 'unknown';
}

/** The oldest end that is not settled: the only one that reports and questions are about. */
export interface Unsettled {
  readonly id: number;
  readonly index: number | null;
  readonly trackToken: string | null;
  readonly isOfCurrent: boolean;
  readonly end: UnsettledEnd;
}

export function unsettledEnd({ previous, current }: Playlist): Unsettled | null {
  if (previous !== null) return { ...previous, isOfCurrent: false };
  if (current === null || !isUnsettled(current.end)) return null;
  const { index, trackToken } = current.item;
  return { id: current.id, index, trackToken, isOfCurrent: true, end: current.end };
}

/** The question that the lane waits for; null if there is none. */
export function inLane({ ledger }: State, lane: Lane): Question | null {
  return ledger.open.find(question => question.lane === lane && !question.isLate) ?? null;
}

/** Whether the question reports an end, be it by itself or by a skip. */
export function isReport({ op }: Ask): boolean {
  return op === 'setEnded' || op === 'skip';
}

/** The command that is under way, or the next to begin. */
export function firstOf({ queue }: State): QueuedCommand | null {
  return queue.find(({ progress }) => progress.at !== 'answered') ?? null;
}

/** The skip that waits for the end of this entry. */
export function skipOf({ queue }: State, entry: number): QueuedCommand | null {
  return queue.find(({ progress, about }) => progress.at === 'leaving' && about?.entry === entry) ?? null;
}

/** The load of the current entry that the player holds; null if it holds none. */
export function heldOfCurrent({ player, playlist }: State): Held | null {
  const { held } = player;
  return held !== null && held.entry === playlist.current?.id ? held : null;
}

/** Whether the current entry has sounded since it was loaded, or is about to continue. */
export function hasBegun(state: State): boolean {
  const held = heldOfCurrent(state);
  return held !== null && held.is !== 'opening';
}

/**
 * The entry that is appended or may be: the rest of the current one if its data will break off, else the next one,
 * unless the speaker falls asleep before it. Its address must still be fresh when it is loaded.
 */
export function appendable({ player, playlist, agenda, now }: State): Entry | null {
  const { current, next } = playlist;
  const goesOn = next.is === 'some' && next.entry.item.index !== null && agenda.sleep?.by !== 'item';
  const rest = current?.breaksAtMs == null ? null : current;
  const entry = rest ?? (goesOn ? next.entry : null);
  if (entry === null || player.behind?.entry === entry.id) return entry;
  const isSafe = rest !== null || current === null || isInHand(current, now);
  return isSafe && isFresh(entry, now) ? entry : null;
}

/**
 * Whether all data of the entry are in the player, or it is nearly over. The player takes a stream that breaks off for
 * the end of the file and would go on to what is appended. Waiting delays nothing: it fetches that no earlier.
 */
function isInHand(entry: Entry, now: number): boolean {
  const endMs = endOf(entry);
  return !entry.isOpen || (endMs !== null && endMs - positionOf(entry, now) <= LAST_CALL_MS);
}

/** Whether the rest of the current item is appended to the load whose data break off. */
export function isRestAppended({ player, playlist }: State): boolean {
  return player.behind !== null && player.behind.entry === playlist.current?.id;
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

/** A listener's command takes the service to another source or item, so what it answers now is soon outdated. */
export function isLeaving(state: State): boolean {
  const first = firstOf(state);
  if (first === null || first.progress.at === 'waiting' || first.progress.at === 'leaving') return false;
  const { type } = first.command;
  return type === 'play' || type === 'previous';
}

/** The speaker's own source is being set again: any other question would be about another source. */
export function isRestoring(state: State): boolean {
  return inLane(state, 'place')?.ask.op === 'setSource';
}

/** Whether the report of an end is under way. */
export function isReporting(state: State): boolean {
  const question = inLane(state, 'place');
  return question !== null && isReport(question.ask);
}

/** Nothing may be reported of the current entry: an end is being settled, or the place of the service is unknown. */
export function isUntellable(state: State): boolean {
  const { playlist, setting } = state;
  const isAstray = ['no', 'interrupted', 'restored', 'unasked'].includes(setting.held);
  return (
    unsettledEnd(playlist) !== null || playlist.current?.end.at !== 'ahead' || isAstray || isLeaving(state)
  );
}

/** Whether the service has received the end report. No more is reported; a fault in the last second is ignored. */
export function isReported({ end }: Entry): boolean {
  return end.at === 'settled' || end.at === 'taken';
}

/** The `held` after the service has named an item: one of the playlist shows that it holds the speaker's source. */
export function heldAtStart({ setting, playlist }: State, item: Item): Setting['held'] {
  const { wasHeld } = setting;
  const { current, previous } = playlist;
  const isOurs = [current?.item, previous].some(
    known => known != null && item.trackToken !== null && isSameItem(item, known),
  );
  return wasHeld === null || wasHeld === 'interrupted' || isOurs ? 'yes' : wasHeld;
}
