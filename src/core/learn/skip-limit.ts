import { withoutSkips } from '../facts/entry.js';
import { noted } from '../facts/notices.js';
import { withCurrent } from '../facts/playlist.js';
import type { ServiceFailure } from '../failure.js';
import { LIMITS } from '../limits.js';
import type { State } from '../model/state.js';

/**
 * The service allows no more skips, and says when there will be some only if it likes. It is not asked again from this item,
 * nor for ever where that goes on.
 */
export function skipsLimited(state: State, failure: ServiceFailure): State {
  const untilMs = state.now + (failure.retryAfterMs ?? LIMITS.skipLimit);
  const message = failure.serviceMessage ?? 'No more skips for now.';
  const limited = withCurrent(state, entry => withoutSkips(entry, untilMs));
  return noted(limited, { code: 'skipLimitReached', message });
}
