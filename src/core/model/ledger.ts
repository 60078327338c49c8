import type { Feedback } from '../vocabulary/item.js';

/** A place in an item, as every report names it; `elapsedS` is whole seconds. */
export interface Place {
  readonly sourceId: string;
  readonly index: number;
  readonly elapsedS: number;
}

/** The end of an item, at its place. `lengthS`: its full length, the only value at which a `core` service ends it. */
export interface EndReport extends Place {
  readonly lengthS: number;
}

/** Feedback on a track of a source; `value` null withdraws it. */
export interface FeedbackReport {
  readonly targetId: string;
  readonly sourceContextId: string;
  readonly trackToken: string | null;
  readonly value: Feedback | null;
  readonly elapsedS: number;
}

/** One call to the service; `op` is the operation of the port that performs it (`PlaybackService`). */
export type Ask =
  | { readonly op: 'current' | 'source' | 'peek' }
  | { readonly op: 'setSource'; readonly sourceId: string }
  | (EndReport & { readonly op: 'setEnded' | 'skip' })
  | (Place & { readonly op: 'previous' | 'setStarted' | 'setPaused' | 'setProgress' })
  | (Place & { readonly op: 'replay'; readonly trackToken: string })
  | (FeedbackReport & { readonly op: 'setFeedback' });

/** The lanes; each waits for at most one question. */
export const LANES = ['command', 'place', 'watch', 'peek', 'tell'] as const;

export type Lane = (typeof LANES)[number];

export interface Question {
  readonly id: number;
  readonly lane: Lane;
  readonly ask: Ask;
  /** Its subject: the number of an entry, a command, a setting of the source, or a note. */
  readonly about: number;
  /** The serial of the pairing under which it was asked. */
  readonly pairing: number;
  /** The lane no longer waits for it, but its answer is still evaluated. */
  readonly isLate: boolean;
  /** How often `current` was asked while this report was slow. */
  readonly looks: number;
  /** The next such question is due. */
  readonly lookDue: boolean;
}

/** The questions to the service. `calls`: the calls in progress; a call without an open question is aborted. */
export interface Ledger {
  readonly open: readonly Question[];
  readonly calls: readonly number[];
  /** Questions opened since the last event other than an answer or a position; notes and commands do not count. */
  readonly inARow: number;
}
