import { noted } from '../facts/notices.js';
import type { ServiceFailure } from '../failure.js';
import type { State } from '../model/state.js';

/** Notes for all clients that the service allows no more skips; it may not say until when. The sound goes on. */
export function skipsLimited(state: State, { serviceMessage }: ServiceFailure): State {
  return noted(state, { code: 'skipLimitReached', message: serviceMessage ?? 'No more skips for now.' });
}
