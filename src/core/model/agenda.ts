import type { Source } from '../item.js';

/** A source under a number from 1 to 9. */
export interface Preset {
  readonly number: number;
  readonly source: Source;
}

/** What the speaker does by the clock and by number; kept through restarts. */
export interface Agenda {
  /** In the order of their numbers. */
  readonly presets: readonly Preset[];
}

export const EMPTY_AGENDA: Agenda = { presets: [] };
