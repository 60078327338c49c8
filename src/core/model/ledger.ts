import type { Feedback } from '../item.js';

/** A place in an item, as every report names it; `elapsedS` is whole seconds. */
export interface Place {
  readonly sourceId: string;
  readonly index: number;
  readonly elapsedS: number;
}

/** The end of an item, where it stands; `lengthS` is its full length, which alone ends it for a `core` service. */
export interface EndReport extends Place {
  readonly lengthS: number;
}

/** Feedback on a track of a source; `value` null takes it back. */
export interface FeedbackReport {
  readonly targetId: string;
  readonly sourceContextId: string;
  readonly trackToken: string | null;
  readonly value: Feedback | null;
  readonly elapsedS: number;
}

/** One call to the service; `op` is the operation of the port that it is put to (`PlaybackService`). */
export type Ask =
  | { readonly op: 'current' | 'source' | 'peek' }
  | { readonly op: 'setSource'; readonly sourceId: string }
  | (EndReport & { readonly op: 'setEnded' | 'skip' })
  | (Place & { readonly op: 'previous' | 'setStarted' | 'setPaused' | 'setProgress' })
  | (Place & { readonly op: 'replay'; readonly trackToken: string })
  | (FeedbackReport & { readonly op: 'setFeedback' });

/** At most one question a lane is waited for. */
export const LANES = ['command', 'place', 'watch', 'peek', 'tell'] as const;

export type Lane = (typeof LANES)[number];

export interface Question {
  readonly id: number;
  readonly lane: Lane;
  readonly ask: Ask;
  /** What it is asked for: the number of an entry, a command, a setting of the source, or a note. */
  readonly about: number;
  /** The pairing that it was asked under. */
  readonly pairing: number;
  /** Nobody waits for it any more; its answer is heard all the same. */
  readonly isLate: boolean;
  /** How often, while it was slow, `current` was asked whether it was taken; and whether it is time to. */
  readonly looks: number;
  readonly lookDue: boolean;
}

/** `calls`: what the service is being asked; a call without a question is to be given up. */
export interface Ledger {
  readonly open: readonly Question[];
  readonly calls: readonly number[];
  /** Questions opened since anything but an answer or a position came; notes and commands do not count. */
  readonly inARow: number;
}
