import type { Answer } from '../event.js';
import type { ServiceFailure } from '../failure.js';
import type { Question } from '../model/ledger.js';
import { due, unknown } from '../facts/end.js';
import { withEndOf } from '../facts/entry.js';
import { withCurrent } from '../facts/playlist.js';
import { answeredWith, withCommand } from '../facts/queue.js';
import type { QueuedCommand } from '../model/queue.js';
import { heldIs } from '../facts/setting.js';
import type { State } from '../model/state.js';
import { isHalt } from '../item.js';
import { toRefusal } from '../refusals.js';
import { LOST, type Mutation } from '../lost.js';
import { arrived, rated, replayed, sourceChosen } from './done.js';
import { refusedSilent } from './silent-episode.js';

/** What a command is, where its answer is lost. */
function mutationOf({ command }: QueuedCommand): Mutation {
  switch (command.type) {
    case 'play':
      return command.sourceId?.startsWith('SF:') === true ? 'factory' : 'source';
    case 'next':
      return 'skip';
    case 'previous':
    case 'replay':
      return command.type;
    case 'setFeedback':
      return command.value === 'DOWN' ? 'thumbDown' : 'thumb';
  }
}

function commandOf(state: State, ref: number): QueuedCommand | null {
  return state.queue.find(one => one.ref === ref) ?? null;
}

/** A listener's question was answered: done, unless something has to be looked up first. */
export function commandAnswered(state: State, question: Question, answer: Answer): State {
  const command = commandOf(state, question.about);
  if (command === null) return state;
  const { progress } = command;
  if (progress.at === 'unknown') return lookedUp(state, command, answer);
  if (progress.at === 'taken') return done(state, command, { ...answer, source: progress.source });
  const { type } = command.command;
  const { item, source } = answer;
  if (type === 'replay' && !answer.done) return replayed(resolved(state, command), command, null);
  const isSilent = type === 'play' && item?.kind === 'episode' && item.audioUrl === null && !isHalt(item);
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
  const { wasDone, sendings } = LOST[mutationOf(command)];
  const isDone = item !== null && wasDone(item, before);
  if (mutationOf(command) === 'factory')
    // It was used, for a station that nobody knows.
    return isDone ? refused(state, command, progress.failure) : sentAgain(state, command, progress.tries);
  if (isDone) return done(state, command, { item, source: null, done: true });
  if (progress.tries < sendings) return sentAgain(state, command, progress.tries);
  return refused(state, command, { ...progress.failure, outcome: 'refused' });
}

function sourceLookedUp(state: State, command: QueuedCommand, source: Answer['source']): State {
  const { progress } = command;
  if (progress.at !== 'unknown') return state;
  // It does not say: what is current may tell.
  if (source === null) return withCommand(state, command.ref, { progress: { ...progress, read: 'current' } });
  const isUsed = source.id !== state.setting.source?.id;
  return isUsed
    ? withCommand(state, command.ref, { progress: { at: 'taken', source, item: null } })
    : sentAgain(state, command, progress.tries);
}

function sentAgain(state: State, { ref }: QueuedCommand, tries: number): State {
  return withCommand(state, ref, { progress: { at: 'waiting', tries } });
}

/** A listener's question failed: settled where it may have been done, else refused with what sounds left as it is. */
export function commandFailed(state: State, question: Question, failure: ServiceFailure): State {
  const command = commandOf(state, question.about);
  if (command === null) return state;
  const { progress } = command;
  if (progress.at === 'taken') {
    // The episode without an address was asked for once more, in vain; or nobody knows what was gone to.
    const { item, source } = progress;
    if (item !== null && source !== null) return refusedSilent(state, command, { source, item });
    return refused(state, command, { ...failure, outcome: 'lost' });
  }
  const isFactory = mutationOf(command) === 'factory';
  if (progress.at === 'unknown') {
    if (isFactory && failure.code === 'noSource') return sentAgain(state, command, progress.tries);
    return refused(state, command, { ...failure, outcome: 'lost' });
  }
  const tries = progress.at === 'asked' ? progress.tries : 1;
  const { read, sendings } = LOST[mutationOf(command)];
  if (failure.outcome === 'refused') {
    // What fails now says nothing of the answer that was lost before, unless it is a clear no.
    const isUnclear = failure.code === 'offline' || failure.code === 'serviceError';
    const isOpen = read === null && tries > 1 && isUnclear;
    return refused(state, command, isOpen ? { ...failure, outcome: 'lost' } : failure);
  }
  if (read !== null)
    return withCommand(state, command.ref, { progress: { at: 'unknown', tries, failure, read } });
  return tries < sendings ? sentAgain(state, command, tries) : refused(state, command, failure);
}

/** Where it may have been done all the same, that is written down on what it was about. */
function refused(state: State, command: QueuedCommand, failure: ServiceFailure): State {
  const told = answeredWith(state, command.ref, toRefusal(failure));
  if (failure.outcome === 'refused') return told;
  return abandoned(told, command);
}

/** Nobody waits for it any more, and it may have been done, or be done yet. */
export function abandoned(state: State, { command, about, progress }: QueuedCommand): State {
  if (progress.at === 'waiting' || progress.at === 'answered') return state;
  if (command.type === 'play') return heldIs(state, 'doubtful');
  const isThere = about?.entry === state.playlist.current?.id;
  const isLeaving =
    command.type === 'previous' || (command.type === 'setFeedback' && command.value === 'DOWN');
  if (!isLeaving || !isThere) return state;
  const tries = LOST.skip.sendings;
  return withCurrent(state, entry =>
    entry.end.at === 'ahead' && entry.item.index !== null
      ? withEndOf(entry, unknown(due('skip', 0), tries))
      : entry,
  );
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
      const isSilent = item?.kind === 'episode' && item.audioUrl === null && !isHalt(item);
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
