import type { Ask } from '../ask.js';

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
}
