import type { Fault } from '../core/backoff.js';
import type { Decision } from '../ports.js';

/** Kinds of fault as they are counted and told; `item`: one that could not be played was given up. */
export const FAULT_KINDS = ['player', 'device', 'address', 'offline', 'serviceError', 'item'] as const;

export type FaultKind = Fault | 'item';

/** The fault that began with this decision; null when none did. Further tries against the same one are no new fault. */
export function beginningFault({ before, after }: Pick<Decision, 'before' | 'after'>): FaultKind | null {
  if (after.player.deaths > before.player.deaths) return 'player';
  if (after.unplayable > before.unplayable) return 'item';
  const { recovery } = after;
  if (recovery === null || recovery.fault === before.recovery?.fault) return null;
  // Its death was told before.
  return recovery.fault === 'player' ? null : recovery.fault;
}
