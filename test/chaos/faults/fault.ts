import type { SilenceReason } from '../../../src/contract/public-state.js';
import type { Random } from '../../../src/sandbox/random.js';
import type { Testbed } from '../stage/testbed.js';

/** What a fault that has begun leaves to do at its end. */
export interface Begun {
  readonly end: () => unknown;
  /** Milliseconds after its end for which it may be felt for a reason of its own. */
  readonly lingersMs?: number;
  /** What was drawn, for the notes. */
  readonly about?: string;
}

/** One thing that can go wrong. */
export interface Fault {
  readonly name: string;
  /** How often it is drawn, beside the others. */
  readonly weight: number;
  /** Milliseconds it lasts, drawn between the two; both 0: it strikes once. */
  readonly lastsMs: readonly [number, number];
  /** The reasons for silence that are true because of it. */
  readonly explains: readonly SilenceReason[];
  /** So long phones may believe in sound that has stopped, because nothing can know better. */
  readonly unnoticedMs?: number;
  begin(testbed: Testbed, random: Random): Begun | Promise<Begun>;
}

/** It is over as soon as it has struck. */
export const STRUCK: Begun = { end: () => undefined };
