import type { State } from '../model/state.js';

/** A named reason: the condition, and what is wanted if it holds. The first row whose condition holds counts. */
export interface Row<Want> {
  readonly name: string;
  readonly when: (state: State) => boolean;
  readonly want: (state: State) => Want;
}

export function fitting<Want>(rows: readonly Row<Want>[], state: State): Row<Want> {
  const row = rows.find(({ when }) => when(state));
  if (row === undefined) throw new Error('No row fits; the last one must always do.');
  return row;
}
