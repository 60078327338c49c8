import type { State } from '../model/state.js';

/** The next number, and the state that has given it. */
export function withId(state: State): readonly [id: number, state: State] {
  const lastId = state.lastId + 1;
  return [lastId, { ...state, lastId }];
}
