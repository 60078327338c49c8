import type { Held, Player, State } from '../model/state.js';

/** Nothing is in it, or asked of it. */
export const EMPTIED = {
  held: null,
  behind: null,
  takenBack: null,
  isEmpty: true,
  isRunning: false,
  hasDevice: true,
} as const;
/** It is being started, and has been told nothing. */
export const AWAY = { ...EMPTIED, alive: false, volume: null, muted: null } as const;

export function withPlayer(state: State, change: Partial<Player>): State {
  return { ...state, player: { ...state.player, ...change } };
}

/** How far what it holds is; `change`: what else is so of it. */
export function withHeld(state: State, is: Held['is'], change: Partial<Held> = {}): State {
  const { held } = state.player;
  if (held === null || (held.is === is && Object.keys(change).length === 0)) return state;
  return withPlayer(state, { held: { ...held, ...change, is } });
}
