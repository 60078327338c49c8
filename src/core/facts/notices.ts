import type { ServiceFailure } from '../vocabulary/failure.js';
import type { State } from '../model/state.js';
import type { Notice } from '../../contract/public-state.js';

export function withNotice(state: State, notice: Notice, itemsLeft = 0): State {
  return { ...state, notice: { notice, itemsLeft } };
}

/** Notes for all clients that the service allows no more skips; it may not say until when. The sound goes on. */
export function skipsLimited(state: State, { serviceMessage }: ServiceFailure): State {
  return withNotice(state, { code: 'skipLimitReached', message: serviceMessage ?? 'No more skips for now.' });
}

export function withoutNotice(state: State): State {
  return state.notice === null ? state : { ...state, notice: null };
}

/** Counts one change of item against the notice, and removes it when its count runs out. */
export function noticeAged(state: State): State {
  const { notice } = state;
  if (notice === null) return state;
  return { ...state, notice: notice.itemsLeft === 0 ? null : { ...notice, itemsLeft: notice.itemsLeft - 1 } };
}
