import { FAULTS } from '../core/vocabulary/backoff.js';
import { toPlaying } from '../core/playing.js';
import type { Decision } from '../contract/ports.js';

/** The kinds of fault, as counted and reported; `item`: an item was given up because it could not be played. */
export const FAULT_KINDS = ['player', ...FAULTS, 'item'] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/**
 * The kind of fault that began with this decision; null if none did. Further attempts against the same fault do not
 * count.
 */
export function beginningFault({ before, after }: Pick<Decision, 'before' | 'after'>): FaultKind | null {
  const was = toPlaying(before);
  const is = toPlaying(after);
  if (is.deaths > was.deaths) return 'player';
  if (is.unplayable > was.unplayable) return 'item';
  if (is.soundFault !== null && is.soundFault.fault !== was.soundFault?.fault) return is.soundFault.fault;
  if (is.serviceFault !== null && is.serviceFault.fault !== was.serviceFault?.fault)
    return is.serviceFault.fault;
  return null;
}
