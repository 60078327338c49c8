// @ts-nocheck: frozen, while the types it was written for go on.
import { closeFirst } from './closing.js';
import type { ServiceFailure } from './event.js';
import { recover } from './fault.js';
import { isHalt, type Item, type Source } from './item.js';
import { positionAt } from './position.js';
import { reportOfEnd } from './progress.js';
import type { Notice } from './public-state.js';
import { regainFirst } from './regain.js';
import { finish, withNotice, withoutNext } from './rest.js';
import type { State } from './state.js';
import { enter, type Step, step, then } from './step.js';
import { restoreSource, sync } from './sync.js';
import { askedWith, endOf, inDoubt, NOT_TOLD, type Turn } from './turn.js';

/** A stream that turns out to be taken over so soon after a listener's play was so before it. */
const CLAIM_MS = 10_000;
/** So many items given up in a row mean that the fault is not theirs. */
const UNPLAYABLE_LIMIT = 5;
/** Fresh addresses that may fail before the fault is held to be the item's. */
const ITEM_TRIES = 3;
/** So often the service is asked whether it has gone on by itself: about ten seconds. */
const UNPLACED_TRIES = 5;
/** Sources that have an end, and begin with their first item when they are set. */
const FINITE = ['AL', 'TR', 'PL', 'PC', 'PE'];

/** Tells the service that the item is over, and waits for what comes next. */
export function advance(state: State, turn: Turn, now: number): Step {
  const due: State = { ...state, turn: { ...inDoubt(turn), end: 'due' } };
  if (state.closing !== null) return closeFirst({ ...due, turn: { ...turn, end: 'due' } }, now);
  if (state.regaining !== null) return regainFirst(due, 'advancing', now);
  const underWay = endUnderWay(state);
  if (underWay !== null) {
    return enter({ ...due, upNext: NOT_TOLD }, { phase: 'advancing', requestId: underWay }, now);
  }
  const requestId = state.lastId + 1;
  const effect = reportOfEnd(due, turn, { requestId });
  // An item without a place cannot be reported: the service goes on from it by itself.
  if (effect === null) return sync({ ...due, upNext: NOT_TOLD }, now);
  return then(enter({ ...due, lastId: requestId }, { phase: 'advancing', requestId }, now), entered =>
    step(entered, effect),
  );
}

/** The question that already takes the service on from the item: the look-ahead's, a skip's, a step back's. */
export function endUnderWay({ pending, upNext }: State): number | null {
  const isLeaving = pending?.command.type === 'next' || pending?.command.type === 'previous';
  return askedWith(upNext) ?? (isLeaving ? pending.requestId : null);
}

/** What a failed end report leaves behind: whether it may have been taken, or surely was. */
export function withDoubt(state: State, { answerLost, reportTaken = false }: ServiceFailure): State {
  const { turn } = state;
  if (turn === null) return state;
  return { ...state, turn: { ...turn, doubtful: answerLost, endTaken: turn.endTaken || reportTaken } };
}

/** The service has heard of the end. A stream it stopped says nothing about that: the doubt stays. */
export function withEndAnswered(state: State, item: Item | null): State {
  if (state.turn === null || (item !== null && isHalt(item))) return state;
  return { ...state, turn: { ...state.turn, end: 'reported', doubtful: false } };
}

/** The service has taken the report of its end, which outlasts a restart: it must not be sent again. */
export function withEndTaken(state: State, question: number): State {
  const { playback, turn } = state;
  const isAwaited = playback.phase === 'advancing' && playback.requestId === question;
  const isOfTurn = isAwaited || endUnderWay(state) === question;
  return turn === null || !isOfTurn ? state : { ...state, turn: { ...turn, endTaken: true } };
}

/** The item itself seems at fault: three fresh addresses, then its end is reported and the next one plays. */
export function blameItem(state: State, turn: Turn, why: string, now: number): Step {
  const faults = turn.faults + 1;
  if (faults < ITEM_TRIES) return recover({ ...state, turn: { ...turn, faults } }, 'address', now);
  const message = `“${turn.item.title}” could not be played: ${why}`;
  const gaveUpAtMs = positionAt(state.anchor, now, endOf(turn));
  return giveUp(state, { ...turn, gaveUpAtMs }, { code: 'itemUnplayable', message }, now);
}

/** Reports the item as ended and goes on with the next; never spends a skip on it. */
export function giveUp(state: State, turn: Turn, notice: Notice | null, now: number): Step {
  const unplayable = state.unplayable + 1;
  if (unplayable >= UNPLAYABLE_LIMIT) {
    const message = `${unplayable} items in a row could not be played.`;
    return finish({ ...state, unplayable: 0 }, 'serviceError', { code: 'serviceError', message }, now);
  }
  const noticed = notice === null ? state : { ...state, notice: { notice, itemsLeft: 1 } };
  return advance({ ...noticed, unplayable, recovery: null }, turn, now);
}

/**
 * The item is over or cannot be played, and has no place by which that could be reported: the service goes on from it by
 * itself, or the source is set again. One that would begin anew is left for the listener to set.
 */
export function leaveUnplaced(state: State, now: number): Step {
  const { recovery, source, wish } = state;
  const attempt = recovery === null ? 0 : recovery.attempt + 1;
  if (wish !== 'playing' || source === null || attempt < UNPLACED_TRIES)
    return recover(state, 'serviceError', now);
  const unplayable = state.unplayable + 1;
  if (hasEnd(source) || unplayable >= UNPLAYABLE_LIMIT) {
    const message = 'The service is at something that cannot be played, and does not go on from it.';
    return finish({ ...state, unplayable: 0 }, 'serviceError', { code: 'serviceError', message }, now);
  }
  return restoreSource({ ...state, unplayable, recovery: null }, source.id, now);
}

export function hasEnd({ type }: Source): boolean {
  return FINITE.includes(type);
}

/** Nothing follows. Where the service may be at another source, that is no end: ours is set again. */
export function endSource(state: State, now: number): Step {
  const { source, sourceDoubtful, turn, wish } = state;
  if (!sourceDoubtful || source === null || wish !== 'playing') {
    const ended = finish({ ...state, turn: turn && { ...turn, end: 'over' } }, 'sourceEnded', null, now);
    return { ...ended, state: { ...ended.state, upNext: { is: 'none' } } };
  }
  const restored: State = { ...state, sourceDoubtful: false };
  return then(restoreSource(restored, source.id, now), next => step(next, { type: 'player.unload' }));
}

/** Whether the service may be speaking of another source: one was asked for, and nobody knows whether it was set. */
export function isStray({ sourceDoubtful, turn }: State, item: Item): boolean {
  const place = turn?.item.index ?? null;
  return sourceDoubtful && place !== null && item.index !== place + 1 && !isHalt(item);
}

/**
 * The account plays elsewhere, or was idle too long: stop, report nothing, wait for the listener. One who asked to
 * play just now has been waited for.
 */
export function yieldStream(state: State, item: Item, now: number): Step {
  const { claimedAtMs, source } = state;
  const isClaimed = claimedAtMs !== null && now - claimedAtMs <= CLAIM_MS && state.wish === 'playing';
  if (isClaimed && source !== null) {
    const claimed: State = { ...state, claimedAtMs: null };
    return then(restoreSource(claimed, source.id, now), next => step(next, { type: 'player.unload' }));
  }
  const why = item.typename === 'IdleTimeoutItem' ? 'idleTimeout' : 'takenOver';
  const usual =
    why === 'idleTimeout' ? 'Playback stopped because nobody was listening.' : 'The account plays elsewhere.';
  const notice: Notice = {
    code: why,
    ...(item.errorHeader === null ? {} : { title: item.errorHeader }),
    message: item.errorDescription ?? usual,
  };
  const stopped: State = { ...withoutNext(state), wish: 'stopped', regaining: null };
  return then(enter(stopped, { phase: 'inactive', why }, now), inactive =>
    step(withNotice(inactive, notice), { type: 'player.unload' }),
  );
}
