import type { TimerName } from '../timer.js';
import { waited } from '../facts/end.js';
import { ended, peekIsDue, placedAt, positionOf, withoutAddress } from '../facts/entry.js';
import { withIntent } from '../facts/intent.js';
import { closed, inLane, withQuestion } from '../facts/ledger.js';
import { noteDone } from '../facts/notes.js';
import { unsettledEnd, withCurrent, withEnd } from '../facts/playlist.js';
import { heldOfCurrent } from '../facts/read.js';
import type { State } from '../model/state.js';
import { isRunning, withTimer } from '../facts/timers.js';
import { serviceWaited, soundFailed, soundWaited } from '../facts/troubles.js';
import { commandFailed } from './command-answers.js';
import { LATE } from './failures.js';
import { handedOver } from './handover.js';
import { placeFailed } from './place-failures.js';

/** A ring becomes a fact at once; that it has rung stays written down until the reason for it is gone. */
export function rang(state: State, name: TimerName): State {
  const timer = state.timers[name];
  if (timer === undefined || !isRunning(state, name)) return state;
  return RINGS[name](withTimer(state, name, { ...timer, hasRung: true }));
}

const RINGS: Readonly<Record<TimerName, (state: State) => State>> = {
  soundRetry: soundWaited,
  serviceRetry: serviceWaited,
  stall: stalled,
  // It takes longer than a gapless one would: it is loading.
  handover: handedOver,
  release: state => withIntent(state, { isLetGo: true }),
  endReport: state => withCurrent(state, entry => ended(entry)),
  follow,
  peek: state => withCurrent(state, peekIsDue),
  placeLimit: placeLate,
  watch: lookDue,
  commandLimit: commandLate,
  tellLimit: noteLate,
};

/** The player was told to play on but nothing was heard of it for too long, or the load never began. */
function stalled(state: State): State {
  const { current } = state.playlist;
  if (current === null) return state;
  // What was expected to sound since it was last heard of did not.
  const positionMs =
    heldOfCurrent(state)?.is === 'sounding' ? current.heardToMs : positionOf(current, state.now);
  const bare = withCurrent(state, entry => withoutAddress(placedAt(entry, positionMs, state.now)));
  return soundFailed(bare, { fault: 'address', positionMs });
}

function follow(state: State): State {
  const open = unsettledEnd(state.playlist);
  return open?.end.at === 'taken' ? withEnd(state, waited(open.end)) : state;
}

/** A report that is not answered for so long is lost. */
function placeLate(state: State): State {
  const question = inLane(state, 'place');
  return question === null ? state : placeFailed(closed(state, question.id), question, LATE);
}

function lookDue(state: State): State {
  const question = inLane(state, 'place');
  return question === null ? state : withQuestion(state, question.id, { lookDue: true });
}

function commandLate(state: State): State {
  const question = inLane(state, 'command');
  return question === null ? state : commandFailed(closed(state, question.id), question, LATE);
}

/** The note behind it is told without its answer, which is heard all the same. */
function noteLate(state: State): State {
  const question = inLane(state, 'tell');
  return question === null
    ? state
    : noteDone(withQuestion(state, question.id, { isLate: true }), question.about);
}
