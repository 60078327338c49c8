import type { State } from '../model/state.js';

/** Returns the next number, and the state in which it is taken. */
export function withId(state: State): readonly [id: number, state: State] {
  const lastId = state.lastId + 1;
  return [lastId, { ...state, lastId }];
}
