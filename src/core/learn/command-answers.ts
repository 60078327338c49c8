import type { QueuedCommand } from '../command.js';
import type { Answer } from '../event.js';
import { due, reopened, settled } from '../facts/end.js';
import { renewed, withFeedback, withLastNote } from '../facts/entry.js';
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
import { answeredWith, withCommand } from '../facts/queue.js';
import { isOpenEnd, isReported } from '../facts/read.js';
import { sourceSet } from '../facts/setting.js';
import { withoutTroubles } from '../facts/troubles.js';
import { type Item, type Source, isInterruption, isSameItem } from '../item.js';
import { mutationOf, queuedOf, refused, refusedSilent, notDone } from './command-failures.js';
import { replayedHere } from './seek.js';
import { interrupted } from './stops.js';
import { LOST } from '../lost.js';
import type { Question } from '../model/ledger.js';
import type { Entry } from '../model/playlist.js';
import type { State } from '../model/state.js';

/** A listener's question was answered: done, unless something has to be looked up first. */
export function commandAnswered(state: State, question: Question, answer: Answer): State {
  const command = queuedOf(state, question.about);
  if (command === null) return state;
  const { progress } = command;
  if (progress.at === 'unknown') return lookedUp(state, command, answer);
  if (progress.at === 'taken') return done(state, command, { ...answer, source: progress.source });
  const { type } = command.command;
  const { item, source } = answer;
  if (type === 'replay' && !answer.done) return replayed(resolved(state, command), command, null);
  const isSilent =
    type === 'play' && item?.kind === 'episode' && item.audioUrl === null && !isInterruption(item);
  const isOpen = type === 'replay' || (type === 'previous' && item === null) || isSilent;
  return isOpen
    ? withCommand(state, command.ref, { progress: { at: 'taken', source, item } })
    : done(state, command, answer);
}

/** What is current, or set, shows whether it was done. */
function lookedUp(state: State, command: QueuedCommand, { item, source }: Answer): State {
  const { progress, about } = command;
  if (progress.at !== 'unknown') return state;
  if (progress.read === 'source') return sourceLookedUp(state, command, source);
  const before = about?.was ?? { index: null, trackToken: null };
  const { wasDone } = LOST[mutationOf(command)];
  const isDone = item !== null && wasDone(item, before);
  // It was used, for a station that nobody knows.
  if (isDone && mutationOf(command) === 'factory') return refused(state, command, progress.failure);
  if (isDone) return done(state, command, { item, source: null, done: true });
  return notDone(state, command);
}

function sourceLookedUp(state: State, command: QueuedCommand, source: Answer['source']): State {
  const { progress } = command;
  if (progress.at !== 'unknown') return state;
  // It does not say: what is current may tell.
  if (source === null) return withCommand(state, command.ref, { progress: { ...progress, read: 'current' } });
  const isUsed = source.id !== state.setting.source?.id;
  return isUsed
    ? withCommand(state, command.ref, { progress: { at: 'taken', source, item: null } })
    : notDone(state, command);
}

function resolved(state: State, { ref }: QueuedCommand): State {
  return answeredWith(state, ref, null);
}

/** It was done: what that changes here. */
function done(state: State, command: QueuedCommand, answer: Answer): State {
  const { item, source } = answer;
  switch (command.command.type) {
    case 'play': {
      if (source === null) return state;
      const isSilent = item?.kind === 'episode' && item.audioUrl === null && !isInterruption(item);
      if (isSilent) return refusedSilent(state, command, { source, item });
      return sourceChosen(resolved(state, command), command, { source, item });
    }
    case 'next':
      return resolved(state, command);
    case 'previous':
      return item === null ? resolved(state, command) : arrived(resolved(state, command), item);
    case 'replay':
      return replayed(resolved(state, command), command, item);
    case 'setFeedback':
      return rated(resolved(state, command), command, item);
  }
}

/** Whether another entry has come since the command was begun. */
function hasLeft(state: State, { about }: QueuedCommand): boolean {
  return about?.entry !== state.playlist.current?.id;
}

/** The service is at this item: what sounds goes on where it is that, what is in hand begins where it is that. */
function arrived(state: State, item: Item): State {
  if (isInterruption(item)) return interrupted(state, item);
  const { current, next } = state.playlist;
  const isNext = next.is === 'some' && isSameItem(next.entry.item, item);
  if (current !== null && isSameItem(current.item, item)) return withoutPrevious(state);
  return isNext ? withoutPrevious(shifted(withCurrent(state, settled))) : replaced(state, item);
}

/** Heard again from the start, as the item that the service answers with; without one, where it is. */
function replayed(state: State, command: QueuedCommand, item: Item | null): State {
  const isGone = hasLeft(state, command);
  if (item === null) return isGone ? state : replayedHere(state);
  if (isInterruption(item)) return interrupted(state, item);
  const { current } = state.playlist;
  const hasCome = isGone && current !== null && isSameItem(current.item, item);
  return hasCome ? state : replaced(state, item);
}

/** Shown at once; a thumb-down takes the item away, where the service still allows a skip. */
function rated(state: State, command: QueuedCommand, item: Item | null): State {
  if (item !== null && isInterruption(item)) return interrupted(state, item);
  const { current } = state.playlist;
  if (command.command.type !== 'setFeedback' || current === null || hasLeft(state, command)) return state;
  const { value } = command.command;
  const shown = withCurrent(state, entry => withFeedback(entry, value));
  const hasMoved = item !== null && value === 'DOWN' && !isSameItem(current.item, item);
  return hasMoved ? arrived(shown, item) : shown;
}

/** A listener's choice is set. */
function sourceChosen(
  state: State,
  command: QueuedCommand,
  { source, item }: { readonly source: Source; readonly item: Item | null },
): State {
  const isSame = state.setting.source?.id === source.id;
  const wasEnded = state.intent.stopped === 'sourceEnded';
  const silent = command.silenced ? {} : { wish: 'playing' as const, stopped: null, isLetGo: false };
  const held = item === null || (hasLeft(state, command) && isSame) ? 'restored' : 'yes';
  const set = withoutTroubles(withIntent(sourceSet(unnoted(state), source, held), silent));
  if (item !== null && isInterruption(item)) return interrupted(set, item);
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
