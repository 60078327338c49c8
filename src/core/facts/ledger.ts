import { withId } from './ids.js';
import type { Ask, Lane, Ledger, Question } from '../model/ledger.js';
import type { State } from '../model/state.js';

/** This many questions caused by answers alone mean two rows that undo each other, which is a bug. Most seen: 4. */
const MOST_IN_A_ROW = 16;

/** Lanes without a brake: commands and notes end by themselves. */
const FREE: readonly Lane[] = ['command', 'tell'];

function withLedger(state: State, change: Partial<Ledger>): State {
  return { ...state, ledger: { ...state.ledger, ...change } };
}

/** Whether the brake blocks this lane: nothing more is asked until the wait for the service is over. */
export function isBraked({ ledger }: State, lane: Lane): boolean {
  return ledger.inARow >= MOST_IN_A_ROW && !FREE.includes(lane);
}

/** Releases the brake: an event gave a reason to ask again. */
export function brakeReleased(state: State): State {
  return state.ledger.inARow === 0 ? state : withLedger(state, { inARow: 0 });
}

export function questionOpened(
  state: State,
  { lane, ask, about }: { lane: Lane; ask: Ask; about: number },
): readonly [question: number, state: State] {
  const [id, numbered] = withId(state);
  const { open, calls, inARow } = state.ledger;
  const question: Question = {
    id,
    lane,
    ask,
    about,
    pairing: state.pairing.serial,
    isLate: false,
    looks: 0,
    lookDue: false,
  };
  const count = FREE.includes(lane) ? inARow : inARow + 1;
  return [id, withLedger(numbered, { open: [...open, question], calls: [...calls, id], inARow: count })];
}

/** Closes a question that was answered or given up. Its subject records the consequence. */
export function questionClosed(state: State, id: number): State {
  return withLedger(state, { open: state.ledger.open.filter(question => question.id !== id) });
}

/** Removes a call that has ended. */
export function callReturned(state: State, id: number): State {
  const { calls } = state.ledger;
  return calls.includes(id) ? withLedger(state, { calls: calls.filter(call => call !== id) }) : state;
}

export function withQuestion(state: State, id: number, change: Partial<Question>): State {
  const { open } = state.ledger;
  return withLedger(state, {
    open: open.map(question => (question.id === id ? { ...question, ...change } : question)),
  });
}
