import { withId } from './ids.js';
import { type Source, SOURCE_TYPES } from '../vocabulary/item.js';
import type { Setting, State } from '../model/state.js';

export function hasEnd({ type }: Source): boolean {
  return Object.hasOwn(SOURCE_TYPES, type) && SOURCE_TYPES[type]?.hasEnd === true;
}

/** Sets a source, the same one anew or none, under a new serial. */
export function sourceSet(state: State, source: Source | null, held: Setting['held']): State {
  const [serial, numbered] = withId(state);
  return { ...numbered, setting: { source, serial, held, wasHeld: null, wasRestored: held === 'restored' } };
}

export function heldIs(state: State, held: Setting['held']): State {
  return state.setting.held === held
    ? state
    : { ...state, setting: { ...state.setting, held, wasHeld: null } };
}

/** Allows the speaker to set the source again by itself if the service forgets it once more. */
export function restorable(state: State): State {
  return state.setting.wasRestored ? { ...state, setting: { ...state.setting, wasRestored: false } } : state;
}
