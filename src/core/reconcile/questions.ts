import { withLastNote } from '../facts/entry.js';
import { questionClosed, isBraked, questionOpened, callReturned, withQuestion } from '../facts/ledger.js';
import { questionAsked } from '../facts/pace.js';
import { withCurrent, withEnd } from '../facts/playlist.js';
import { withCommand } from '../facts/queue.js';
import { inLane, isReport, isReporting, unsettledEnd } from '../facts/read.js';
import { serviceFailed } from '../facts/troubles.js';
import { LANES, type Lane, type Question } from '../model/ledger.js';
import type { State } from '../model/state.js';
import type { Effect, Made } from './effect.js';
import { commandOf } from '../tables/command.js';
import { peekOf, tellOf, watchOf } from '../tables/notes.js';
import { placeOf } from '../tables/place.js';
import type { Talk } from '../tables/talk.js';

/** The question that each lane wants to ask now, from its table. */
const TALK: Readonly<Record<Lane, (state: State) => Talk>> = {
  command: state => commandOf(state).want(state),
  place: state => placeOf(state).want(state),
  watch: watchOf,
  peek: peekOf,
  tell: tellOf,
};

/** Closes the questions whose subject or pairing is gone, and opens those that a row asks for; at most one per lane. */
export function reconcileQuestions(state: State): Made {
  const ended = state.ledger.open
    .filter(question => !hasSubject(state, question))
    .reduce((next, { id }) => questionClosed(next, id), state);
  const [asked, questions] = LANES.reduce<Made>(
    ([before, done], lane) => {
      const [after, more] = ask(before, lane);
      return [after, [...done, ...more]];
    },
    [ended, []],
  );
  const waited = asked.ledger.open.map(({ id }) => id);
  const given = asked.ledger.calls.filter(call => !waited.includes(call));
  const aborts: Effect[] = given.map(question => ({ type: 'service.abort', question }));
  return [given.reduce(callReturned, asked), [...aborts, ...questions]];
}

function ask(state: State, lane: Lane): Made {
  if (inLane(state, lane) !== null) return [state, []];
  const { ask: wanted, about } = TALK[lane](state);
  if (wanted === null) return [state, []];
  if (isBraked(state, lane)) return [waitedOut(state), []];
  const [question, asked] = questionOpened(state, { lane, ask: wanted, about });
  const noted = questionAsked(NOTED[lane](asked, about, question), question);
  return [noted, [{ type: 'service.ask', question, ask: wanted }]];
}

/** Waits as for a fault of the service, which has a name and is visible; its end lets questions through again. */
function waitedOut(state: State): State {
  const isWaiting = state.troubles.service?.waited === false;
  return isWaiting ? state : serviceFailed(state, { fault: 'serviceError' });
}

/** Records on its subject that a question was asked, in the same commit. */
const NOTED: Readonly<Record<Lane, (state: State, about: number, question: number) => State>> = {
  command: commandAsked,
  place: placeAsked,
  watch: (state, about) => {
    const report = state.ledger.open.find(({ id }) => id === about);
    return report === undefined
      ? state
      : withQuestion(state, about, { lookDue: false, looks: report.looks + 1 });
  },
  peek: state => withCurrent(state, entry => ({ ...entry, peeks: entry.peeks + 1, peekDue: false })),
  tell: (state, _note, question) => withCurrent(state, entry => withLastNote(entry, question)),
};

function commandAsked(state: State, ref: number): State {
  const progress = state.queue.find(one => one.ref === ref)?.progress;
  return progress?.at === 'waiting'
    ? withCommand(state, ref, { progress: { at: 'asked', tries: progress.tries + 1 } })
    : state;
}

function placeAsked(state: State): State {
  const open = unsettledEnd(state.playlist);
  if (open === null || open.end.at !== 'due' || !isReporting(state)) return state;
  return withEnd(state, { ...open.end, at: 'sent', tries: open.end.tries + 1 });
}

/** Whether the question still has a subject under the present pairing. */
function hasSubject(state: State, { lane, ask: asked, about, pairing }: Question): boolean {
  if (pairing !== state.pairing.serial || state.pairing.is === 'unpaired') return false;
  const { playlist, setting, queue, ledger } = state;
  switch (lane) {
    case 'command':
      return queue.some(({ ref, progress }) => ref === about && progress.at !== 'answered');
    case 'place': {
      const open = unsettledEnd(playlist);
      if (isReport(asked)) return open?.id === about && open.end.at === 'sent';
      const { current, next } = playlist;
      const nextId = next.is === 'some' ? next.entry.id : null;
      return [setting.serial, open?.id, current?.id, nextId].includes(about);
    }
    case 'watch':
      return ledger.open.some(({ id }) => id === about);
    case 'peek':
      return playlist.current?.id === about && playlist.current.end.at === 'ahead';
    case 'tell':
      return true;
  }
}
