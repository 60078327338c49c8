import type { Lane, Question } from '../model/ledger.js';
import type { Ask } from '../ask.js';
import { withId } from './ids.js';
import type { State } from '../model/state.js';

/** The question that a lane waits for. */
export function inLane({ ledger }: State, lane: Lane): Question | null {
  return ledger.open.find(question => question.lane === lane && !question.isLate) ?? null;
}

export function opened(
  state: State,
  { lane, ask, about }: { lane: Lane; ask: Ask; about: number },
): readonly [question: number, state: State] {
  const [id, numbered] = withId(state);
  const { open, calls } = state.ledger;
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
  return [id, { ...numbered, ledger: { open: [...open, question], calls: [...calls, id] } }];
}

/** Answered, or given up: what it was about says what becomes of that. */
export function closed(state: State, id: number): State {
  const { open, calls } = state.ledger;
  return { ...state, ledger: { open: open.filter(question => question.id !== id), calls } };
}

/** The call is over. */
export function returned(state: State, id: number): State {
  const { open, calls } = state.ledger;
  if (!calls.includes(id)) return state;
  return { ...state, ledger: { open, calls: calls.filter(call => call !== id) } };
}

export function withQuestion(state: State, id: number, change: Partial<Question>): State {
  const { open, calls } = state.ledger;
  const changed = open.map(question => (question.id === id ? { ...question, ...change } : question));
  return { ...state, ledger: { open: changed, calls } };
}
