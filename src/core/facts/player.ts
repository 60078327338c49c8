import type { Held, Load, PlayerState, State } from '../model/state.js';

/** The members of a player that holds nothing and was asked for nothing. */
export const EMPTIED = {
  held: null,
  behind: null,
  takenBack: null,
  isEmpty: true,
  isRunning: false,
  hasDevice: true,
} as const;
/** The members of a player that is still being started and was told nothing. */
export const AWAY = { ...EMPTIED, alive: false, volume: null, muted: null, isDucked: false } as const;

export function withPlayer(state: State, change: Partial<PlayerState>): State {
  return { ...state, player: { ...state.player, ...change } };
}

/** Sets the stage of the held load, and the members in `change`. */
export function withHeld(state: State, is: Held['is'], change: Partial<Held> = {}): State {
  const { held } = state.player;
  if (held === null || (held.is === is && Object.keys(change).length === 0)) return state;
  return withPlayer(state, { held: { ...held, ...change, is } });
}

/** The load of this number that the player holds or has appended; null: neither. */
export function loadOf({ player: { held, behind } }: State, loadId: number): Load | null {
  return [held, behind].find(load => load?.loadId === loadId) ?? null;
}

/** Sets what asking the host of a load has shown. */
export function withShown(state: State, loadId: number, shown: Load['shown']): State {
  const { held, behind } = state.player;
  if (behind?.loadId === loadId) return withPlayer(state, { behind: { ...behind, shown } });
  return held?.loadId === loadId ? withPlayer(state, { held: { ...held, shown } }) : state;
}
