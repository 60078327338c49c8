// @ts-nocheck: frozen, while the types it was written for go on.
import type { State } from './state.js';
import { type Step, step } from './step.js';

/** Sets the level, 0…100, under the operator's ceiling. Does not unmute. */
export function setVolume(state: State, wanted: number): Step {
  const volume = Math.max(0, Math.min(Math.round(wanted), state.settings.volumeMax));
  if (volume === state.volume) return step(state);
  return step({ ...state, volume }, { type: 'player.setVolume', volume });
}

export function setMuted(state: State, muted: boolean): Step {
  if (muted === state.muted) return step(state);
  return step({ ...state, muted }, { type: 'player.setMuted', muted });
}
