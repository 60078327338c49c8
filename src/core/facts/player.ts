import type { Held, Player } from '../model/player.js';
import type { State } from '../model/state.js';

export function withPlayer(state: State, change: Partial<Player>): State {
  return { ...state, player: { ...state.player, ...change } };
}

export function withHeld(state: State, is: Held['is']): State {
  const { held } = state.player;
  return held === null || held.is === is ? state : withPlayer(state, { held: { ...held, is } });
}
