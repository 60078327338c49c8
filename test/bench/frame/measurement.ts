import type { Table } from './table.js';

/** One figure of a measurement against what is to be reached. */
export interface Verdict {
  readonly what: string;
  readonly target: string;
  readonly figure: string;
  /** Null: it cannot be judged, and `figure` says why. */
  readonly reached: boolean | null;
}

/** A target that this run cannot judge, and why. */
export function unjudged(what: string, target: string, why: string): Verdict {
  return { what, target, figure: why, reached: null };
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
  /** A flag of the command line, such as `--seconds=60` (`--quick` alone is 1); else what is usual. */
  readonly flag: (name: string, usual: number) => number;
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
