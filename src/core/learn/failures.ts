import type { ServiceFailure } from '../failure.js';
import { noted } from '../facts/notices.js';
import { heldIs, restorable } from '../facts/setting.js';
import type { State } from '../model/state.js';
import { serviceFailed } from '../facts/troubles.js';
import { isWanted } from '../facts/intent.js';

/** No answer within the limit of ours (see `LIMITS`). */
export const LATE: ServiceFailure = {
  code: 'offline',
  message: 'The service did not answer in time.',
  outcome: 'lost',
  empty: false,
  retryAfterMs: null,
  serviceCode: null,
  serviceMessage: null,
  lasting: false,
};

/** A question that no listener waits for failed: it is waited out. */
export function waitedOut(state: State, { code, lasting, message, retryAfterMs }: ServiceFailure): State {
  const fault = code === 'offline' ? 'offline' : 'serviceError';
  const waiting = serviceFailed(state, { fault, retryAfterMs });
  return lasting && isWanted(state) ? noted(waiting, { code: 'serviceError', message }) : waiting;
}

/** The service holds no source for the device: ours is set again, once it is wanted. */
export function sourceForgotten(state: State): State {
  // Setting it and still being told so would go round in circles without the wait.
  if (!state.setting.wasRestored || !isWanted(state)) return heldIs(state, 'no');
  return serviceFailed(restorable(state), { fault: 'serviceError' });
}
