// @ts-nocheck: frozen, while the types it was written for go on.
import { receiveClosed } from './closed.js';
import { reopenClosing } from './closing.js';
import {
  advance,
  endSource,
  endUnderWay,
  hasEnd,
  isStray,
  leaveUnplaced,
  withDoubt,
  withEndAnswered,
  yieldStream,
} from './ending.js';
import type { Event, ServiceFailure } from './event.js';
import { recover } from './fault.js';
import { isHalt, isSameItem, type Item } from './item.js';
import { append, armLookAhead, receiveUpNext } from './look-ahead.js';
import { settleCommand } from './pending.js';
import { resting } from './position.js';
import { withPreview } from './preview.js';
import { outwait } from './recovery.js';
import { receiveRegained } from './regained.js';
import { finish, rest } from './rest.js';
import { goOn, startTurn } from './session.js';
import type { State } from './state.js';
import { enter, type Step, step, then } from './step.js';
import { restoreSource, sync } from './sync.js';
import { askedWith, NOT_TOLD, type Turn } from './turn.js';

type Answer = Extract<Event, { readonly requestId: number }>;

/** Routes an answer to whoever asked: a command, the end that is still open, the phase, the look-ahead. No one: it changes nothing. */
export function receiveAnswer(state: State, event: Answer, now: number): Step {
  const { pending, closing, playback, upNext, turn } = state;
  if (event.type === 'service.progressReported') return receiveProgress(state, event, now);
  if (pending?.requestId === event.requestId) return settleCommand(state, pending, event, now);
  if (closing?.requestId === event.requestId) {
    const isAnswer =
      event.type === 'service.advanced' ||
      event.type === 'service.sourceSet' ||
      event.type === 'service.failed';
    return isAnswer ? receiveClosed(state, event, now) : step(state);
  }
  if (state.regaining?.requestId === event.requestId) return receiveRegained(state, event, now);
  if (turn?.peekId === event.requestId) return receivePreview(state, event, now);
  if (turn?.doubtId === event.requestId) return receiveDoubt(state, turn, event, now);
  if ('requestId' in playback && playback.requestId === event.requestId) {
    if (event.type === 'service.failed') return receiveFailure(state, event.failure, now);
    return playback.phase === 'advancing' ? receiveNext(state, event, now) : receiveSync(state, event, now);
  }
  if (askedWith(upNext) === event.requestId) {
    if (event.type === 'service.advanced') return receiveUpNext(state, event.item, now);
    // It is asked again when the item is over.
    if (event.type === 'service.failed')
      return step(withDoubt({ ...state, upNext: NOT_TOLD }, event.failure));
  }
  return step(state);
}

/** A preview that was refused or lost is no harm: it is asked for again near the end, or done without. */
function receivePreview(state: State, event: Answer, now: number): Step {
  const told = withPreview(state, event.type === 'service.peeked' ? event.item : null, now);
  return then(append(told, now), next => armLookAhead(next, now));
}

/** Still there: the skip was not taken. What else the answer says is left for the end of the item. */
function receiveDoubt(state: State, turn: Turn, event: Answer, now: number): Step {
  const isThere = event.type === 'service.itemReceived' && isSameItem(turn.item, event.item);
  const told: State = { ...state, turn: { ...turn, doubtId: null, doubtful: turn.doubtful && !isThere } };
  return armLookAhead(told, now);
}

function receiveSync(state: State, event: Answer, now: number): Step {
  if (event.type === 'service.itemReceived') return reconcile(state, event.item, now, { fresh: true });
  if (event.type !== 'service.sourceSet') return step(state);
  const named = reopenClosing({ ...state, source: event.source, sourceDoubtful: false }, event.item);
  if (named.closing !== null) return sync(named, now);
  if (event.item === null) return goOn({ ...named, turn: null }, now, { fresh: false });
  return reconcile(named, event.item, now, { fresh: event.item.audioUrl !== null });
}

/** Compares what the service says is current with what the speaker remembers, and goes on from there. */
function reconcile(state: State, item: Item, now: number, { fresh }: { readonly fresh: boolean }): Step {
  const { turn } = state;
  // `current` names no source, and nothing can be reported without one.
  if (state.source === null) return forget(state, now);
  if (isHalt(item)) return reconcileHalt(state, item, now);
  if (turn === null || !isSameItem(turn.item, item))
    return isStray(state, item) ? regain(state, now) : startTurn(state, item, now, { fresh });
  if (turn.end === 'due' && item.index === null) return leaveUnplaced(state, now);
  if (turn.end === 'due') return advance(state, turn, now);
  if (turn.end === 'over') {
    // What follows was told: `current` is behind that, and catches up.
    return state.upNext.is === 'some' ? recover(state, 'serviceError', now) : endSource(state, now);
  }
  const renewed: State = {
    ...state,
    turn: {
      ...turn,
      item,
      urlSinceMs: item.audioUrl === null ? null : now,
      // The service has not heard of its end, unless the report is still on its way.
      doubtful: turn.doubtful && endUnderWay(state) !== null,
    },
  };
  return goOn(renewed, now, { fresh });
}

/** The service speaks of another source: ours is set again, once it is wanted. */
function regain(state: State, now: number): Step {
  return state.wish === 'playing' ? endSource(state, now) : rest(state, now);
}

/** Nothing is known that could be played. */
function forget(state: State, now: number): Step {
  const nothing = { turn: null, anchor: resting(0, now), upNext: NOT_TOLD, preview: null, closing: null };
  const empty: State = { ...state, ...nothing, wish: 'stopped' };
  return then(enter(empty, { phase: 'idle', why: 'nothing' }, now), idle =>
    step(idle, { type: 'player.unload' }),
  );
}

/** A stream that is not ours matters only while we want to play. */
function reconcileHalt(state: State, item: Item, now: number): Step {
  return state.wish === 'playing' ? yieldStream(state, item, now) : rest(state, now);
}

function receiveNext(state: State, event: Answer, now: number): Step {
  if (event.type !== 'service.advanced' || state.turn === null) return step(state);
  if (event.item !== null && isStray(state, event.item)) return regain(state, now);
  const reported: State = { ...withEndAnswered(state, event.item), recovery: null };
  if (event.item === null) return endSource(reported, now);
  return startTurn(reported, event.item, now, { fresh: false });
}

function receiveFailure(state: State, failure: ServiceFailure, now: number): Step {
  const { playback, source } = state;
  const sure = playback.phase === 'advancing' ? withDoubt(state, failure) : state;
  switch (failure.code) {
    case 'notPaired':
      // The account tells the end of the pairing itself; until then this is a fault like another.
      return outwait(sure, failure, now);
    case 'noSource':
      return receiveNoSource(sure, now);
    case 'notSupported': {
      const message = failure.serviceMessage ?? 'The service does not let this device play this source.';
      return finish({ ...sure, source }, 'notSupported', { code: 'notSupported', message }, now);
    }
    case 'skipLimitReached':
    case 'serviceError':
    case 'offline':
      return outwait(sure, failure, now);
  }
}

/** The service holds no source for the device: set the remembered one, if it is wanted. */
function receiveNoSource(state: State, now: number): Step {
  if (state.wish !== 'playing') return rest(state, now);
  const { recovery, source, turn } = state;
  if (source === null) return forget(state, now);
  // It has heard the end of the item and holds nothing more: that was the last one.
  if (turn?.endTaken === true && hasEnd(source)) return endSource(state, now);
  // Setting it and still being told so would go round in circles without the wait.
  if (recovery?.restored === true) return recover(state, 'serviceError', now);
  const first = { fault: 'address', attempt: 0, positionMs: 0 } as const;
  return restoreSource({ ...state, recovery: { ...(recovery ?? first), restored: true } }, source.id, now);
}

/** Only a stream taken over matters in the answer to the last progress report. */
function receiveProgress(state: State, event: Answer & { item: Item | null }, now: number): Step {
  const { item, requestId } = event;
  if (item === null || state.wish !== 'playing' || state.turn?.reportId !== requestId) return step(state);
  return isHalt(item) ? yieldStream(state, item, now) : step(state);
}
