import type { Table } from './table.js';
import type { Flag } from './words.js';

/** One figure of a measurement against what is to be reached. */
export interface Verdict {
  readonly what: string;
  readonly target: string;
  readonly figure: string;
  /** How much of what is allowed it takes; up to 1 is reached. Null: it cannot be judged, and `figure` says why. */
  readonly share: number | null;
  /** What the floor reached in the same run. */
  readonly floor?: string;
  /** What others reached that do the same. */
  readonly peer?: string;
}

/** A target that this run cannot judge, and why. */
export function unjudged(what: string, target: string, why: string): Verdict {
  return { what, target, figure: why, share: null };
}

export interface Outcome {
  readonly tables: readonly { readonly title: string; readonly table: Table }[];
  readonly verdicts: readonly Verdict[];
  /** What a reader must know to read the tables: how it was taken, what was left out and why. */
  readonly notes: readonly string[];
}

export interface Context {
  /** Tells what goes on at the moment. */
  readonly say: (line: string) => void;
  /** A flag of the command line, such as `--seconds=60`; else what is usual, or with `--quick` a quarter of it. */
  readonly flag: (name: Flag, usual: number) => number;
  /** A folder of this measurement alone, removed at the end. */
  readonly folder: string;
  /** Done at the end, last first, whatever happens. */
  readonly later: (undo: () => Promise<void> | void) => void;
}

/** Something that is measured: it brings up what it needs, and what it compares with, in one run. */
export interface Measurement {
  /** What it is called on the command line. */
  readonly name: string;
  readonly title: string;
  /** How it is measured, in a sentence or two. */
  readonly about: string;
  run(context: Context): Promise<Outcome>;
}
