import type { QueuedCommand } from '../../contract/command.js';
import type { Answer } from '../vocabulary/event.js';
import { presetsNamed } from '../facts/agenda.js';
import { due, endReopened, endSettled, endUnknown } from '../facts/end.js';
import { fullLengthS, over, itemRenewed, withEndOf, withLastNote } from '../facts/entry.js';
import { withIntent } from '../facts/intent.js';
import {
  playlistEmptied,
  currentReplaced,
  playlistShifted,
  withCurrent,
  withEnd,
  withoutNext,
  withoutPrevious,
} from '../facts/playlist.js';
import { answeredWith, withCommand } from '../facts/queue.js';
import { isOpenEnd, isReported } from '../facts/read.js';
import { sourceSet } from '../facts/setting.js';
import { withoutTroubles } from '../facts/troubles.js';
import { type Item, type Source, isInterruption, isSameItem } from '../vocabulary/item.js';
import { mutationOf, queuedOf, commandRefused, refusedSilent, notDone } from './command-failures.js';
import { replayedHere } from './seek.js';
import { streamInterrupted } from './stops.js';
import { LOST } from '../vocabulary/lost.js';
import type { Question } from '../model/ledger.js';
import type { Entry } from '../model/playlist.js';
import type { State } from '../model/state.js';

/** Applies the answer to a command: the command is done, unless something must be looked up first. */
export function commandAnswered(state: State, question: Question, answer: Answer): State {
  const command = queuedOf(state, question.about);
  if (command === null) return state;
  const { progress } = command;
  if (progress.at === 'unknown') return lookedUp(state, command, answer);
  if (progress.at === 'taken') return done(state, command, { ...answer, source: progress.source });
  const { type } = command.command;
  const { item, source } = answer;
  if (type === 'replay' && !answer.done) return replayed(resolved(state, command), command, null);
  const isOpen =
    type === 'replay' || (type === 'previous' && item === null) || (type === 'play' && isSilent(item));
  return isOpen
    ? withCommand(state, command.ref, { progress: { at: 'taken', source, item } })
    : done(state, command, answer);
}

/** Decides from the current item or source whether a command with a lost answer was done. */
function lookedUp(state: State, command: QueuedCommand, { item, source }: Answer): State {
  const { progress, about } = command;
  if (progress.at !== 'unknown') return state;
  if (progress.read === 'source') return sourceLookedUp(state, command, source);
  const before = about?.was ?? { index: null, trackToken: null };
  const { wasDone } = LOST[mutationOf(command)];
  const isDone = item !== null && wasDone(item, before);
  // The factory was used, and made a station that cannot be identified.
  if (isDone && mutationOf(command) === 'factory') return commandRefused(state, command, progress.failure);
  if (isDone) return done(state, command, { item, source: null, done: true });
  return notDone(state, command);
}

function sourceLookedUp(state: State, command: QueuedCommand, source: Answer['source']): State {
  const { progress } = command;
  if (progress.at !== 'unknown') return state;
  // The answer names no source; the current item may tell.
  if (source === null) return withCommand(state, command.ref, { progress: { ...progress, read: 'current' } });
  const isUsed = source.id !== state.setting.source?.id;
  return isUsed
    ? withCommand(state, command.ref, { progress: { at: 'taken', source, item: null } })
    : notDone(state, command);
}

/** An episode without an address. */
function isSilent(item: Item | null): item is Item {
  return item?.kind === 'episode' && item.audioUrl === null && !isInterruption(item);
}

function resolved(state: State, { ref }: QueuedCommand): State {
  return answeredWith(state, ref, null);
}

/** Applies the consequences of a command that was done. */
function done(state: State, command: QueuedCommand, answer: Answer): State {
  const { item, source } = answer;
  switch (command.command.type) {
    case 'play': {
      if (source === null) return state;
      if (isSilent(item)) return refusedSilent(state, command, { source, item });
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

/** Whether another entry has become current since the command began. */
function hasLeft(state: State, { about }: QueuedCommand): boolean {
  return about?.entry !== state.playlist.current?.id;
}

/** Moves to the item that the service is at: it continues if it sounds already, and begins if it is the next entry. */
function arrived(state: State, item: Item): State {
  if (isInterruption(item)) return streamInterrupted(state, item);
  const { current, next } = state.playlist;
  const isNext = next.is === 'some' && isSameItem(next.entry.item, item);
  if (current !== null && isSameItem(current.item, item)) return withoutPrevious(state);
  return isNext
    ? withoutPrevious(playlistShifted(withCurrent(state, endSettled)))
    : currentReplaced(state, item);
}

/** Plays the item that the service answered with from its start; without one, restarts the current item. */
function replayed(state: State, command: QueuedCommand, item: Item | null): State {
  const isGone = hasLeft(state, command);
  if (item === null) return isGone ? state : replayedHere(state);
  if (isInterruption(item)) return streamInterrupted(state, item);
  const { current } = state.playlist;
  const hasCome = isGone && current !== null && isSameItem(current.item, item);
  return hasCome ? state : currentReplaced(state, item);
}

/** Shows the feedback at once. A thumb-down also leaves the item if the service still allows a skip. */
function rated(state: State, command: QueuedCommand, item: Item | null): State {
  if (item !== null && isInterruption(item)) return streamInterrupted(state, item);
  const { current } = state.playlist;
  if (command.command.type !== 'setFeedback' || current === null || hasLeft(state, command)) return state;
  const { value } = command.command;
  const shown = withCurrent(state, entry => ({ ...entry, item: { ...entry.item, feedback: value } }));
  const hasMoved = item !== null && value === 'DOWN' && !isSameItem(current.item, item);
  return hasMoved ? arrived(shown, item) : shown;
}

/** Applies a source that a listener chose. */
function sourceChosen(
  state: State,
  command: QueuedCommand,
  { source, item }: { readonly source: Source; readonly item: Item | null },
): State {
  const isSame = state.setting.source?.id === source.id;
  const wasEnded = state.intent.stopped === 'sourceEnded';
  // What ended was another source: this one waits, also where it was asked for early.
  const { wish, stopped: by } = state.intent;
  const waiting = { wish: by === null ? wish : 'paused', stopped: null };
  const silent = command.silenced ? waiting : { wish: 'playing' as const, stopped: null, isLetGo: false };
  const held = item === null || (hasLeft(state, command) && isSame) ? 'restored' : 'yes';
  const set = withoutTroubles(
    withIntent(sourceSet(presetsNamed(unnoted(state), source), source, held), silent),
  );
  if (item !== null && isInterruption(item)) return streamInterrupted(set, item);
  const { previous, current } = state.playlist;
  if (isSame && previous !== null && (item === null || isSameItem(item, previous)))
    return withEnd(set, due('end', previous.lengthS));
  const alone = withoutPrevious(set);
  // The service has received the end of the item, or the listener chose this source anew: it begins again.
  const isAnew = command.command.type === 'play' && command.command.sourceId !== undefined;
  const isOver = current === null || wasEnded || (isReported(current) && (isAnew || isStuck(current)));
  if (held === 'restored') return isSame && !isOver ? alone : playlistEmptied(alone);
  if (item === null) return alone;
  if (current !== null && isSame && !isOver && isSameItem(current.item, item))
    return isReported(current) ? reportedBefore(withoutNext(alone)) : continued(alone, item);
  const isNext =
    isSame && alone.playlist.next.is === 'some' && isSameItem(alone.playlist.next.entry.item, item);
  return isNext ? arrived(alone, item) : currentReplaced(withoutNext(alone), item);
}

/** Ignores answers to notes sent before the source was set: they say nothing about the stream now. */
function unnoted(state: State): State {
  return withCurrent(state, entry => withLastNote(entry, null));
}

/** Whether the entry is over and has no index: only setting the source anew leaves it. */
function isStuck({ over, item }: Entry): boolean {
  return over && item.index === null;
}

/** The end of the current item was reported under the setting before. Where the service is now is looked up first. */
function reportedBefore(state: State): State {
  return withCurrent(state, entry => over(withEndOf(entry, endUnknown(due('end', fullLengthS(entry))))));
}

/** Continues the current item: the service is still at it, so an end that it may have received was not received. */
function continued(state: State, item: Item): State {
  return withCurrent(state, entry => {
    const fresh = itemRenewed(entry, item, state.now);
    return isOpenEnd(entry.end) && entry.end.at !== 'sent' ? endReopened(fresh) : fresh;
  });
}
