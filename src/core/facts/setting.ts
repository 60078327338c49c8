import { withId } from './ids.js';
import type { Source } from '../item.js';
import type { Setting, State } from '../model/state.js';

/** Sources that have an end, and begin with their first item when they are set. */
const FINITE = ['AL', 'TR', 'PL', 'PC', 'PE'];

export function hasEnd({ type }: Source): boolean {
  return FINITE.includes(type);
}

/** The source is set, or set anew. */
export function sourceSet(state: State, source: Source, held: Setting['held']): State {
  const [serial, numbered] = withId(state);
  return { ...numbered, setting: { source, serial, held, wasRestored: held === 'restored' } };
}

export function heldIs(state: State, held: Setting['held']): State {
  return state.setting.held === held ? state : { ...state, setting: { ...state.setting, held } };
}

/** It may be set again by ourselves should it be forgotten once more. */
export function restorable(state: State): State {
  return state.setting.wasRestored ? { ...state, setting: { ...state.setting, wasRestored: false } } : state;
}

export function withoutSource(state: State): State {
  const [serial, numbered] = withId(state);
  return { ...numbered, setting: { source: null, serial, held: 'yes', wasRestored: false } };
}
