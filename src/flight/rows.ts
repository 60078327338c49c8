import type { State } from '../core/model/state.js';
import { commandOf } from '../core/tables/command.js';
import { placeOf } from '../core/tables/place.js';
import { soundOf } from '../core/tables/sound.js';

/** The row that applies in each table (docs/states.md). */
export interface RowNames {
  readonly sound: string;
  readonly place: string;
  readonly command: string;
}

export const TABLES = ['sound', 'place', 'command'] as const;

export function rowsOf(state: State): RowNames {
  return { sound: soundOf(state).name, place: placeOf(state).name, command: commandOf(state).name };
}
