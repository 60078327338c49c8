import { noted } from '../facts/notices.js';
import type { ServiceFailure } from '../failure.js';
import type { State } from '../model/state.js';

/** The service allows no more skips, and says when there will be some only if it likes: everybody is told. What plays goes on. */
export function skipsLimited(state: State, { serviceMessage }: ServiceFailure): State {
  return noted(state, { code: 'skipLimitReached', message: serviceMessage ?? 'No more skips for now.' });
}
