import type { Held, Player, State } from '../model/state.js';

export function withPlayer(state: State, change: Partial<Player>): State {
  return { ...state, player: { ...state.player, ...change } };
}

/** How far what it holds is; `change`: what else is so of it. */
export function withHeld(state: State, is: Held['is'], change: Partial<Held> = {}): State {
  const { held } = state.player;
  if (held === null || (held.is === is && Object.keys(change).length === 0)) return state;
  return withPlayer(state, { held: { ...held, ...change, is } });
}
