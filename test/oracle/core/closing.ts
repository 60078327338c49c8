// @ts-nocheck: frozen, while the types it was written for go on.
import { backoff } from './backoff.js';
import type { ServiceFailure } from './event.js';
import { isSameItem, type Item } from './item.js';
import { fullLengthS } from './progress.js';
import type { State } from './state.js';
import { enter, type Step, step, then } from './step.js';
import type { Closing, Turn } from './turn.js';

/**
 * The next item sounds already, foretold by the service, before the end of the one before it was answered: that end
 * is settled while the sound goes on. Until then nothing is reported of the new item.
 */
export function openClosing(state: State, over: Turn, underWay: number | null): Step {
  const { source } = state;
  const { index, trackToken } = over.item;
  if (source === null || index === null) return step(state);
  const closing = {
    requestId: underWay,
    sourceId: source.id,
    index,
    trackToken,
    lengthS: fullLengthS(over),
    doubtful: underWay !== null || over.doubtful,
    attempt: 0,
    restore: null,
  };
  return reportClosing({ ...state, closing });
}

/** Reports that end, unless its report is under way. */
export function reportClosing(state: State): Step {
  const { closing } = state;
  if (closing === null || closing.requestId !== null) return step(state);
  const { sourceId, index, lengthS, doubtful } = closing;
  const requestId = state.lastId + 1;
  return step(
    { ...state, lastId: requestId, closing: { ...closing, requestId, doubtful: true } },
    {
      type: 'service.advance',
      requestId,
      by: 'end',
      sourceId,
      index,
      elapsedS: lengthS,
      lengthS,
      doubtful,
      forCommand: false,
    },
    { type: 'timer.cancel', name: 'closing' },
  );
}

/** The service has forgotten the source: it is set again while the sound goes on, and its answer says what plays. */
export function restoreClosing(state: State, closing: Closing): Step {
  const requestId = state.lastId + 1;
  return step(
    { ...state, lastId: requestId, closing: { ...closing, requestId, doubtful: false, restore: 'asked' } },
    {
      type: 'service.setSource',
      requestId,
      sourceId: closing.sourceId,
      formerId: null,
      formerItem: null,
      forCommand: false,
    },
  );
}

/** The last try failed; sound goes on, and the next try comes by itself. */
export function failClosing(state: State, failure: ServiceFailure): Step {
  const { closing } = state;
  if (closing === null) return step(state);
  const fault = failure.code === 'offline' ? 'offline' : 'serviceError';
  const failed: State = {
    ...state,
    closing: {
      ...closing,
      requestId: null,
      doubtful: failure.answerLost,
      attempt: closing.attempt + 1,
      restore: null,
    },
  };
  // A refused skip says nothing of the end, which can be reported at once.
  if (failure.code === 'skipLimitReached') return reportClosing(failed);
  const delay = backoff(fault, closing.attempt, failure.retryAfterMs);
  return step(failed, { type: 'timer.set', name: 'closing', ...delay });
}

/** Nothing can go on before that end is settled: the service is still at the item before. */
export function closeFirst(state: State, now: number): Step {
  return then(reportClosing(state), ({ closing, ...asked }) =>
    enter({ ...asked, closing }, { phase: 'advancing', requestId: closing?.requestId ?? 0 }, now),
  );
}

/** The source was set again. Where the service is still at the item that is over, its end is reported; else it is moot. */
export function reopenClosing(state: State, item: Item | null): State {
  const { closing } = state;
  if (closing === null) return state;
  const isSameSource = state.source?.id === closing.sourceId;
  const isThere = isSameSource && (item === null || isSameItem(item, closing));
  const open: Closing = { ...closing, requestId: null, doubtful: item === null, restore: 'done' };
  return { ...state, closing: isThere ? open : null };
}
