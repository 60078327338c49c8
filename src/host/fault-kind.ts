import { FAULTS } from '../core/backoff.js';
import { toPlaying } from '../core/playing.js';
import type { Decision } from '../ports.js';

/** Kinds of fault as they are counted and told; `item`: one that could not be played was given up. */
export const FAULT_KINDS = ['player', ...FAULTS, 'item'] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** The fault that began with this decision; null when none did. Further tries against the same one are no new fault. */
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
