import { endUnknown } from '../facts/end.js';
import { questionClosed } from '../facts/ledger.js';
import { withEnd } from '../facts/playlist.js';
import { withoutCommand } from '../facts/queue.js';
import { inLane, isOpenEnd, unsettledEnd } from '../facts/read.js';
import { commandAbandoned, queuedOf } from './command-failures.js';
import { backToSound } from './place-failures.js';
import { LOST } from '../vocabulary/lost.js';
import type { State } from '../model/state.js';

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
