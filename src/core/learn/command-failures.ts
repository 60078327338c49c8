import type { QueuedCommand } from '../../contract/command.js';
import { due, endUnknown } from '../facts/end.js';
import { withEndOf } from '../facts/entry.js';
import { playbackStopped } from '../facts/intent.js';
import { questionClosed } from '../facts/ledger.js';
import { skipsLimited } from '../facts/notices.js';
import {
  currentReplaced,
  playlistShifted,
  withCurrent,
  withEnd,
  withoutNext,
  withoutPrevious,
} from '../facts/playlist.js';
import { answeredWith, withCommand, withoutCommand } from '../facts/queue.js';
import { inLane, isHandingOver, isOpenEnd, unsettledEnd } from '../facts/read.js';
import { heldIs, sourceSet } from '../facts/setting.js';
import { withoutTroubles } from '../facts/troubles.js';
import { backToSound } from './place-failures.js';
import { LATE, type ServiceFailure } from '../vocabulary/failure.js';
import type { Item, Source } from '../vocabulary/item.js';
import { LOST, type Mutation } from '../vocabulary/lost.js';
import type { Question } from '../model/ledger.js';
import type { State } from '../model/state.js';
import { REFUSALS, toRefusal } from '../vocabulary/refusals.js';

/** The kind of mutation that a command is; it decides how a lost answer is settled. */
export function mutationOf({ command }: QueuedCommand): Mutation {
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

export function queuedOf(state: State, ref: number): QueuedCommand | null {
  return state.queue.find(one => one.ref === ref) ?? null;
}

/** Looks a failed command up or repeats it if it may have been done, else refuses it. The sound is left alone. */
export function commandFailed(state: State, question: Question, failure: ServiceFailure): State {
  const command = queuedOf(state, question.about);
  if (command === null) return state;
  const { progress } = command;
  if (progress.at === 'taken') {
    // The second request for the episode's address failed too, or the item that the service moved to is unknown.
    const { item, source } = progress;
    if (item !== null && source !== null) return refusedSilent(state, command, { source, item });
    return commandRefused(state, command, { ...failure, outcome: 'lost' });
  }
  const isFactory = mutationOf(command) === 'factory';
  if (progress.at === 'unknown') {
    if (isFactory && failure.code === 'noSource') return notDone(state, command);
    return commandRefused(state, command, { ...failure, outcome: 'lost' });
  }
  const tries = progress.at === 'asked' ? progress.tries : 1;
  const { read, sendings } = LOST[mutationOf(command)];
  if (failure.code === 'skipLimitReached' && mutationOf(command) === 'thumbDown')
    return thumbLimited(state, command, failure);
  if (failure.outcome === 'refused') {
    // This failure says nothing about the earlier sending whose answer was lost, unless it is a definite refusal.
    const isUnclear = failure.code === 'offline' || failure.code === 'serviceError';
    const isOpen = read === null && tries > 1 && isUnclear;
    return commandRefused(state, command, isOpen ? { ...failure, outcome: 'lost' } : failure);
  }
  if (read !== null)
    return withCommand(state, command.ref, { progress: { at: 'unknown', tries, failure, read } });
  return tries < sendings ? sentAgain(state, command, tries) : commandRefused(state, command, failure);
}

/**
 * The feedback and the skip that it causes are separate: `current` shows whether the feedback was taken although the
 * skip was refused. It is not sent a second time.
 */
function thumbLimited(state: State, { ref }: QueuedCommand, failure: ServiceFailure): State {
  const progress = { at: 'unknown', tries: LOST.thumbDown.sendings, failure, read: 'current' } as const;
  return withCommand(skipsLimited(state, failure), ref, { progress });
}

export function commandLate(state: State): State {
  const question = inLane(state, 'command');
  return question === null ? state : commandFailed(questionClosed(state, question.id), question, LATE);
}

/** Refuses a command. If it may have been done nevertheless, records that on its subject. */
export function commandRefused(state: State, command: QueuedCommand, failure: ServiceFailure): State {
  const told = answeredWith(state, command.ref, toRefusal(failure));
  if (failure.outcome === 'refused') return told;
  return commandAbandoned(told, command);
}

/** Records that a command without a caller may have been done, or may still be done. */
export function commandAbandoned(state: State, { command, about, progress }: QueuedCommand): State {
  if (progress.at === 'waiting' || progress.at === 'answered') return state;
  if (command.type === 'play') return heldIs(state, 'unknown');
  const isThere = about?.entry === state.playlist.current?.id;
  // A replay, too, is an item of its own at the service.
  const isLeaving =
    command.type === 'setFeedback' ? command.value === 'DOWN' : ['previous', 'replay'].includes(command.type);
  if (!isLeaving || !isThere) return state;
  const tries = LOST.skip.sendings;
  return withCurrent(state, entry =>
    entry.end.at === 'ahead' && entry.item.index !== null
      ? withEndOf(entry, endUnknown(due('skip', 0), tries))
      : entry,
  );
}

function sentAgain(state: State, { ref }: QueuedCommand, tries: number): State {
  return withCommand(state, ref, { progress: { at: 'waiting', tries } });
}

/** The command was certainly not done: sends it again while sendings are left, then refuses it. */
export function notDone(state: State, command: QueuedCommand): State {
  const { progress } = command;
  if (progress.at !== 'unknown') return state;
  return progress.tries < LOST[mutationOf(command)].sendings
    ? sentAgain(state, command, progress.tries)
    : commandRefused(state, command, { ...progress.failure, outcome: 'refused' });
}

/**
 * The source was set, but the service has no address for its episode. If another item plays or is paused, it
 * continues and its own source is set again; otherwise the speaker states why it is silent.
 */
export function refusedSilent(
  state: State,
  { ref }: QueuedCommand,
  { source, item }: { readonly source: Source; readonly item: Item },
): State {
  const refused = answeredWith(state, ref, REFUSALS.noEpisodes);
  const { intent, setting, playlist } = state;
  const isUnderWay = intent.stopped === null && intent.wish !== 'stopped' && setting.source !== null;
  if (isUnderWay && playlist.current !== null) {
    const next = isHandingOver(refused) ? playlistShifted(refused) : refused;
    return heldIs(withoutNext(withoutPrevious(next)), 'no');
  }
  const { reason, message } = REFUSALS.noEpisodes;
  const there = currentReplaced(sourceSet(withoutTroubles(refused), source, 'yes'), item);
  return playbackStopped(there, reason, { code: reason, message });
}

/** Drops a command whose caller was told `offline`, so that it does not take effect later. */
export function commandExpired(state: State, ref: number): State {
  const command = queuedOf(state, ref);
  if (command === null) return state;
  const without = withoutCommand(state, ref);
  if (command.progress.at === 'leaving') return skipExpired(without);
  const question = inLane(state, 'command');
  const shut = question?.about === ref ? questionClosed(without, question.id) : without;
  return commandAbandoned(shut, command);
}

/** The sound goes on, and `current` shows whether the skip was taken. An item that is over waits for that answer. */
function skipExpired(state: State): State {
  const open = unsettledEnd(state.playlist);
  if (
    open === null ||
    !isOpenEnd(open.end) ||
    open.end.by !== 'skip' ||
    state.playlist.current?.over === true
  )
    return state;
  if (open.end.at === 'due') return backToSound(state);
  const question = inLane(state, 'place');
  const shut = question?.about === open.id ? questionClosed(state, question.id) : state;
  return withEnd(shut, endUnknown(open.end, LOST.skip.sendings));
}
