import { withId } from './ids.js';
import type { Ask, Lane, Ledger, Question } from '../model/ledger.js';
import type { State } from '../model/state.js';

/** Answers that lead to so many questions show two rows that undo each other: a fault of ours. Seen: 4. */
const MOST_IN_A_ROW = 16;

/** What a listener asks for, and what is told, end by themselves. */
const FREE: readonly Lane[] = ['command', 'tell'];

function withLedger(state: State, change: Partial<Ledger>): State {
  return { ...state, ledger: { ...state.ledger, ...change } };
}

/** A hard brake: nothing more is asked in this lane until the service has been waited out. */
export function isBraked({ ledger }: State, lane: Lane): boolean {
  return ledger.inARow >= MOST_IN_A_ROW && !FREE.includes(lane);
}

/** Something came that is a reason to ask anew. */
export function released(state: State): State {
  return state.ledger.inARow === 0 ? state : withLedger(state, { inARow: 0 });
}

export function opened(
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

/** Answered, or given up: what it was about says what becomes of that. */
export function closed(state: State, id: number): State {
  return withLedger(state, { open: state.ledger.open.filter(question => question.id !== id) });
}

/** The call is over. */
export function returned(state: State, id: number): State {
  const { calls } = state.ledger;
  return calls.includes(id) ? withLedger(state, { calls: calls.filter(call => call !== id) }) : state;
}

export function withQuestion(state: State, id: number, change: Partial<Question>): State {
  const { open } = state.ledger;
  return withLedger(state, {
    open: open.map(question => (question.id === id ? { ...question, ...change } : question)),
  });
}
