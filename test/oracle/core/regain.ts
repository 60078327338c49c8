// @ts-nocheck: frozen, while the types it was written for go on.
import type { Effect } from './effect.js';
import { withoutLoads, withoutNext } from './rest.js';
import type { State } from './state.js';
import { abort, enter, type Step, step, then } from './step.js';
import { askedWith } from './turn.js';

/** An item is in turn, and playback was not stopped by anybody. */
export function isUnderWay({ playback, source, turn }: State): boolean {
  return source !== null && turn !== null && playback.phase !== 'idle' && playback.phase !== 'inactive';
}

/**
 * A listener's choice was refused after the service had gone over to it: what sounds goes on, and its source is set again
 * behind it. Until that is answered nothing is reported of it, and nothing asked about it.
 */
export function regain(state: State, now: number): Step {
  const { phase } = state.playback;
  const begun = then(leaveSetting(state), next =>
    askRegain({ ...next, regaining: { requestId: null, attempt: 0 } }),
  );
  return phase === 'syncing' || phase === 'advancing'
    ? then(begun, next => regainFirst(next, 'syncing', now))
    : begun;
}

/** What is being asked, and what was told to follow, belongs to the setting of the source that is lost. */
function leaveSetting(state: State): Step {
  const { closing, playback, turn, upNext } = state;
  const phaseId = 'requestId' in playback ? playback.requestId : null;
  const asked = [askedWith(upNext), closing?.requestId, phaseId, turn?.peekId, turn?.doubtId];
  const given = asked.filter(requestId => typeof requestId === 'number');
  const bare = withoutNext(withoutLoads(state));
  const left: State = {
    ...bare,
    turn: bare.turn && { ...bare.turn, peekId: null, doubtId: null },
    closing: null,
    sourceDoubtful: true,
  };
  const isFollowed = withoutLoads(state) !== state;
  const dropped: readonly Effect[] = isFollowed ? [{ type: 'player.dropAppended' }] : [];
  return step(left, ...[...new Set(given)].flatMap(requestId => abort(state, requestId)), ...dropped);
}

/** Whether the answer to it is awaited; else the last try failed, and another will come. */
export function isRegaining({ questions, regaining }: State): boolean {
  return regaining !== null && regaining.requestId !== null && questions.includes(regaining.requestId);
}

/** Sets the source of what sounds again, unless that is under way. */
export function askRegain(state: State): Step {
  const { regaining, source } = state;
  if (regaining === null || source === null || isRegaining(state)) return step(state);
  const requestId = state.lastId + 1;
  return step(
    { ...state, lastId: requestId, regaining: { ...regaining, requestId } },
    {
      type: 'service.setSource',
      requestId,
      sourceId: source.id,
      formerId: null,
      formerItem: null,
      forCommand: false,
    },
    { type: 'timer.cancel', name: 'regain' },
  );
}

/** The set source's answer bore no item: only `current` tells which it is. */
export function askRegained(state: State): Step {
  const { regaining } = state;
  if (regaining === null) return step(state);
  const requestId = state.lastId + 1;
  return step(
    { ...state, lastId: requestId, regaining: { ...regaining, requestId } },
    { type: 'service.getCurrent', requestId },
  );
}

/** Nothing can go on before the source is back. */
export function regainFirst(state: State, phase: 'syncing' | 'advancing', now: number): Step {
  const { playback } = state;
  const isAwaited = 'requestId' in playback && playback.requestId === state.regaining?.requestId;
  if (isAwaited && isRegaining(state)) return step({ ...state, playback: { ...playback, phase } });
  return then(askRegain(state), ({ regaining, ...asked }) =>
    enter({ ...asked, regaining }, { phase, requestId: regaining?.requestId ?? 0 }, now),
  );
}
