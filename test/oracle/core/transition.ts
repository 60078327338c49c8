// @ts-nocheck: frozen, while the types it was written for go on.
import { receiveAnswer } from './answers.js';
import { reportClosing } from './closing.js';
import { receiveCommand } from './commands.js';
import { withEndTaken } from './ending.js';
import type { Event } from './event.js';
import { linkUp } from './link.js';
import { handoverLate, lookAhead } from './look-ahead.js';
import { expire, reject } from './pending.js';
import { receivePlayerEvent, receiveStall } from './playback.js';
import { resting } from './position.js';
import { retry } from './recovery.js';
import { askRegain } from './regain.js';
import { REFUSALS } from './refusals.js';
import type { State } from './state.js';
import { letDeviceGo, withoutLoads } from './rest.js';
import { abort, answered, enter, type Step, step, then } from './step.js';
import { sync } from './sync.js';
import { askedWith, NOT_TOLD } from './turn.js';

/**
 * The whole of what Tonearm decides: one event in, the next state and what is to be done out.
 * Pure; `now` is the steady clock in milliseconds. An event that concerns nobody answers the same state object.
 */
export function transition(state: State, event: Event, now: number): Step {
  switch (event.type) {
    case 'engine.started':
      return state.pairing === 'paired' && !isAtRest(state) ? sync(state, now) : step(state);
    case 'pairing.began':
      return beginPairing(state, event.sameListener, now);
    case 'pairing.ended':
      return endPairing(state, event.by, now);
    case 'clock.set':
      return step({ ...state, epochOffsetMs: event.epochOffsetMs });
    case 'service.abilitiesChanged':
      return step({ ...state, abilities: event.abilities });
    case 'network.linkUp':
      return linkUp(state);
    case 'service.endTaken':
      return step(withEndTaken(state, event.question));
    case 'command.received':
      return receiveCommand(state, event, now);
    case 'command.expired':
      return expire(state, event.ref, now);
    case 'timer.fired':
      return receiveTimer(state, event.name, now);
    case 'service.itemReceived':
    case 'service.sourceSet':
    case 'service.advanced':
    case 'service.progressReported':
    case 'service.peeked':
    case 'service.replayed':
    case 'service.feedbackSet':
    case 'service.failed':
      return isOpen(state, event.requestId)
        ? receiveAnswer(answered(state, event.requestId), event, now)
        : step(state);
    case 'player.ready':
    case 'player.died':
    case 'player.started':
    case 'player.fetched':
    case 'player.position':
    case 'player.seeked':
    case 'player.starved':
    case 'player.flowing':
    case 'player.ended':
    case 'player.failed':
    case 'player.stopped':
      return receivePlayerEvent(state, event, now);
  }
}

/** A source that played to its end is not asked for again before the listener wants it. */
function isAtRest({ playback }: State): boolean {
  return playback.phase === 'idle' && playback.why === 'sourceEnded';
}

function receiveTimer(
  state: State,
  name: Extract<Event, { type: 'timer.fired' }>['name'],
  now: number,
): Step {
  switch (name) {
    case 'retry':
      return retry(state, now);
    case 'load':
    case 'stall':
      return receiveStall(state, now);
    case 'lookAhead':
      return lookAhead(state, now);
    case 'handover':
      return handoverLate(state, now);
    case 'closing':
      return reportClosing(state);
    case 'release':
      return letDeviceGo(state);
    case 'regain':
      return askRegain(state);
  }
}

function beginPairing(state: State, sameListener: boolean, now: number): Step {
  // Whoever was there before is gone, with whatever was asked on his behalf.
  const before = sameListener ? step(state) : endPairing(state, 'listener', now);
  return then(before, left => sync({ ...left, pairing: 'paired' }, now));
}

/** What a listener who signs out leaves for the next. */
function nothing(now: number): Partial<State> {
  const source = { source: null, sourceDoubtful: false, claimedAtMs: null };
  return { ...source, turn: null, upNext: NOT_TOLD, anchor: resting(0, now), unplayable: 0 };
}

/** Silence at once; what was remembered stays for the same listener, unless that one signed out. */
function endPairing(state: State, by: 'listener' | 'service', now: number): Step {
  const { pending, waiting } = state;
  const silenced = withoutLoads(state);
  const ended: State = {
    ...silenced,
    // The questions about it go with the pairing.
    turn: silenced.turn && { ...silenced.turn, peekId: null, doubtId: null },
    upNext: askedWith(silenced.upNext) === null ? silenced.upNext : NOT_TOLD,
    ...(by === 'listener' ? nothing(now) : {}),
    pairing: 'unpaired',
    wish: 'stopped',
    preview: null,
    closing: null,
    regaining: null,
    pending: null,
    waiting: [],
    recovery: null,
    notice: null,
  };
  const silent = then(enter(ended, { phase: 'idle', why: 'nothing' }, now), idle =>
    step(idle, ...idle.questions.flatMap(open => abort(idle, open)), { type: 'player.unload' }),
  );
  const refs = [...(pending === null ? [] : [pending]), ...waiting].map(({ ref }) => ref);
  return refs.reduce((so, ref) => then(so, next => reject(next, ref, REFUSALS.notPaired)), silent);
}

/** An answer that nobody waits for (any more) changes nothing. */
function isOpen({ questions }: State, requestId: number): boolean {
  return questions.includes(requestId);
}
