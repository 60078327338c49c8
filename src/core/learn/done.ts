import { due, isOpenEnd } from '../facts/end.js';
import { renewed, reopened, settled, withFeedback, withLastNote } from '../facts/entry.js';
import type { Entry } from '../model/entry.js';
import { withIntent } from '../facts/intent.js';
import {
  emptied,
  replaced,
  shifted,
  withCurrent,
  withEnd,
  withoutNext,
  withoutPrevious,
} from '../facts/playlist.js';
import type { QueuedCommand } from '../model/queue.js';
import { sourceSet } from '../facts/setting.js';
import type { State } from '../model/state.js';
import { withoutTroubles } from '../facts/troubles.js';
import { isHalt, isSameItem, type Item, type Source } from '../item.js';
import { isReported } from './misfortunes.js';
import { replayedHere } from './seek.js';
import { halted } from './stops.js';

/** Whether another entry has come since the command was begun. */
function hasLeft(state: State, { about }: QueuedCommand): boolean {
  return about?.entry !== state.playlist.current?.id;
}

/** The service is at this item: what sounds goes on where it is that, what is in hand begins where it is that. */
export function arrived(state: State, item: Item): State {
  if (isHalt(item)) return halted(state, item);
  const { current, next } = state.playlist;
  const isNext = next.is === 'some' && isSameItem(next.entry.item, item);
  if (current !== null && isSameItem(current.item, item)) return withoutPrevious(state);
  return isNext ? withoutPrevious(shifted(withCurrent(state, settled))) : replaced(state, item);
}

/** Heard again from the start, as the item that the service answers with; without one, where it is. */
export function replayed(state: State, command: QueuedCommand, item: Item | null): State {
  const isGone = hasLeft(state, command);
  if (item === null) return isGone ? state : replayedHere(state);
  if (isHalt(item)) return halted(state, item);
  const { current } = state.playlist;
  const hasCome = isGone && current !== null && isSameItem(current.item, item);
  return hasCome ? state : replaced(state, item);
}

/** Shown at once; a thumb-down takes the item away, where the service still allows a skip. */
export function rated(state: State, command: QueuedCommand, item: Item | null): State {
  const { current } = state.playlist;
  if (command.command.type !== 'setFeedback' || current === null || hasLeft(state, command)) return state;
  const { value } = command.command;
  const shown = withCurrent(state, entry => withFeedback(entry, value));
  const hasMoved = item !== null && value === 'DOWN' && !isSameItem(current.item, item);
  return hasMoved ? arrived(shown, item) : shown;
}

/** A listener's choice is set. */
export function sourceChosen(
  state: State,
  command: QueuedCommand,
  { source, item }: { readonly source: Source; readonly item: Item | null },
): State {
  const isSame = state.setting.source?.id === source.id;
  const wasEnded = state.intent.stopped === 'sourceEnded';
  const silent = command.silenced ? {} : { wish: 'playing' as const, stopped: null, isLetGo: false };
  const held = item === null || (hasLeft(state, command) && isSame) ? 'restored' : 'yes';
  const set = withoutTroubles(withIntent(sourceSet(unnoted(state), source, held), silent));
  if (item !== null && isHalt(item)) return halted(set, item);
  const { previous, current } = state.playlist;
  if (isSame && previous !== null && (item === null || isSameItem(item, previous)))
    return withEnd(set, due('end', previous.lengthS));
  const alone = withoutPrevious(set);
  // The service has heard the end of the item, and what the listener picked begins again.
  const isAnew = command.command.type === 'play' && command.command.sourceId !== undefined;
  const isOver = current === null || wasEnded || (isReported(current) && (isAnew || isStuck(current)));
  if (held === 'restored') return isSame && !isOver ? alone : emptied(alone);
  if (item === null) return alone;
  if (current !== null && isSame && !isOver && isSameItem(current.item, item))
    return isReported(current) ? withoutNext(alone) : continued(alone, item);
  const isNext =
    isSame && alone.playlist.next.is === 'some' && isSameItem(alone.playlist.next.entry.item, item);
  return isNext ? arrived(alone, item) : replaced(withoutNext(alone), item);
}

/** What the service said to a note before the source was set says nothing of the stream now. */
function unnoted(state: State): State {
  return withCurrent(state, entry => withLastNote(entry, null));
}

/** What has no place can only be left by setting the source anew. */
function isStuck({ over, item }: Entry): boolean {
  return over && item.index === null;
}

/** The service is at the very item that is current: nothing is played again. An end that it may have heard of it has not. */
function continued(state: State, item: Item): State {
  return withCurrent(state, entry => {
    const fresh = renewed(entry, item, state.now);
    return isOpenEnd(entry.end) && entry.end.at !== 'sent' ? reopened(fresh) : fresh;
  });
}
