// @ts-nocheck: frozen, while the types it was written for go on.
import type { Item } from '../core/item.js';
import { deadline } from '../../../src/deadline.js';
import { ServiceFault, toldAnew } from '../../../src/errors.js';
import type { PlaybackService } from '../../../src/service-ports.js';

/** One try of a call that a listener waits for; what is left of the ten seconds settles a lost answer. */
export const FIRST_TRY_MS = 5_000;

export interface SettleOptions {
  readonly service: PlaybackService;
  readonly signal: AbortSignal;
}

export function isLost(fault: unknown): fault is ServiceFault {
  return fault instanceof ServiceFault && fault.answerLost;
}

/** The fault after which what was asked may have been done, said so; null where it was not. */
export function doubted(fault: unknown): ServiceFault | null {
  if (isLost(fault)) return fault;
  // A server that failed does not say how far it had come.
  const isBroken =
    fault instanceof ServiceFault && fault.code === 'serviceError' && (fault.httpStatus ?? 0) >= 500;
  return isBroken ? toldAnew(fault, { answerLost: true }) : null;
}

/** Calls once, for a part of the time. The fault of a lost answer is handed out while there is time to settle that. */
export async function attempt<T>(
  signal: AbortSignal,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<{ readonly value: T } | { readonly fault: ServiceFault }> {
  try {
    return { value: await call(deadline(FIRST_TRY_MS, signal)) };
  } catch (fault) {
    if (!isLost(fault) || signal.aborted) throw fault;
    return { fault };
  }
}

/** Asks whether a report was taken. Where that cannot be told, whatever the reason, the doubt stays. */
export async function settle(
  service: PlaybackService,
  signal: AbortSignal,
  { reportTaken = false } = {},
): Promise<Item> {
  try {
    return await service.current({ signal });
  } catch (fault) {
    if (!(fault instanceof ServiceFault)) throw fault;
    throw toldAnew(fault, { answerLost: true, reportTaken });
  }
}

/** The answer was lost, and `current` has shown since that nothing was done. */
export function notTaken(fault: ServiceFault): ServiceFault {
  return toldAnew(fault, { answerLost: false });
}
