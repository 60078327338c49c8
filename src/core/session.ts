import type { Effect } from './effect.js';
import type { ServiceFailure } from './event.js';
import { isHalt, type Item } from './item.js';
import { positionAt, resting } from './position.js';
import type { Notice } from './public-state.js';
import { createTurn, endOf, type State, type Turn } from './state.js';
import { enter, type Step, step, then } from './step.js';

/** On-demand addresses live 5 minutes, station addresses longer: one older than this is not trusted. */
const LEASE_MS = 240_000;
const LOAD_TIMEOUT_MS = 15_000;
/** So many items given up in a row mean that the fault is not theirs. */
const UNPLAYABLE_LIMIT = 5;

export function isUrlGood(turn: Turn, now: number): boolean {
  return turn.item.audioUrl !== null && turn.urlSinceMs !== null && now - turn.urlSinceMs < LEASE_MS;
}

/** Asks the service what is current: the way out of every doubt. What sounded until now does not go on behind it. */
export function sync(state: State, now: number): Step {
  const requestId = state.lastId + 1;
  const { playback } = state;
  const isLoaded = 'loadId' in playback && playback.loadId !== null;
  const unload: readonly Effect[] = isLoaded ? [{ type: 'player.unload' }] : [];
  return then(enter(withoutLoads(state), { phase: 'syncing', requestId }, now), entered =>
    step({ ...entered, lastId: requestId }, ...unload, { type: 'service.getCurrent', requestId }),
  );
}

/** Sets the remembered source again, which the service forgot. */
export function restoreSource(state: State, sourceId: string, now: number): Step {
  const requestId = state.lastId + 1;
  return then(enter(state, { phase: 'syncing', requestId }, now), entered =>
    step(
      { ...entered, lastId: requestId },
      { type: 'service.setSource', requestId, sourceId, forCommand: false },
    ),
  );
}

/** Paused with nothing in the player. */
export const PAUSED_EMPTY = { phase: 'paused', loadId: null, started: false, flow: 'flowing' } as const;

/** Silence by the listener's wish: paused or stopped, nothing kept in the player. */
export function rest(state: State, now: number): Step {
  const to =
    state.wish === 'paused'
      ? PAUSED_EMPTY
      : ({ phase: 'idle', why: state.source === null ? 'nothing' : 'listener' } as const);
  return then(enter(state, to, now), rested => step(withoutLoads(rested), { type: 'player.unload' }));
}

/** Stops for a reason of the service's or the source's own. */
export function finish(
  state: State,
  why: 'sourceEnded' | 'notSupported' | 'serviceError',
  notice: Notice | null,
  now: number,
): Step {
  return then(enter({ ...state, wish: 'stopped', upNext: null }, { phase: 'idle', why }, now), idle =>
    step(notice === null ? idle : withNotice(idle, notice), { type: 'player.unload' }),
  );
}

/** Begins the turn of another item, or stops where the service says so. `fresh`: straight from `current`. */
export function startTurn(
  state: State,
  item: Item,
  now: number,
  { fresh }: { readonly fresh: boolean },
): Step {
  if (isHalt(item)) return yieldStream(state, item, now);
  const next: State = {
    ...state,
    turn: createTurn(item, item.audioUrl === null ? null : now, 0),
    anchor: resting(0, now),
    recovery: since(state.recovery, 0),
    upNext: null,
    pending: overtaken(state.pending),
    notice: ageNotice(state.notice),
  };
  return goOn(next, now, { fresh });
}

export function overtaken(pending: State['pending']): State['pending'] {
  return pending === null ? null : { ...pending, overtaken: true };
}

/** A fault is over when sound has come steadily from `positionMs` on. */
export function since(recovery: State['recovery'], positionMs: number): State['recovery'] {
  return recovery === null ? null : { ...recovery, positionMs };
}

/** Makes the turn at hand sound, from its position, as far as the listener wishes it. */
export function goOn(state: State, now: number, { fresh }: { readonly fresh: boolean }): Step {
  const { turn } = state;
  if (state.wish !== 'playing') return rest(state, now);
  if (turn === null) return sync(state, now);
  if (turn.end === 'due') return advance(state, turn, now);
  if (isUrlGood(turn, now)) return load(state, turn, now);
  if (!fresh) return sync(state, now);
  return passSilentItem(state, turn, now);
}

function load(state: State, turn: Turn, now: number): Step {
  if (!state.player.alive) return enter(state, { phase: 'recovering', fault: 'player' }, now);
  const loadId = state.lastId + 1;
  const startMs = Math.round(positionAt(state.anchor, now, endOf(turn)));
  return then(enter(state, { phase: 'loading', loadId }, now), entered =>
    step(
      { ...withoutLoads(entered), lastId: loadId },
      {
        type: 'player.load',
        loadId,
        url: turn.item.audioUrl ?? '',
        startMs,
        gainDb: turn.item.gainDb,
        mode: 'replace',
        paused: false,
      },
      { type: 'timer.set', name: 'load', delayMs: LOAD_TIMEOUT_MS, spreadMs: 0 },
    ),
  );
}

/** An item that the service sends without an address: stepped over, unless it is one the listener asked for. */
function passSilentItem(state: State, turn: Turn, now: number): Step {
  const { item } = turn;
  if (item.kind === 'episode') {
    const message = 'The service gives this device no audio for podcast episodes.';
    return finish(state, 'notSupported', { code: 'notSupported', message }, now);
  }
  return giveUp(state, turn, null, now);
}

/** Reports the item as ended where it stands, and goes on with the next; never spends a skip on it. */
export function giveUp(state: State, turn: Turn, notice: Notice | null, now: number): Step {
  const unplayable = state.unplayable + 1;
  if (unplayable >= UNPLAYABLE_LIMIT) {
    const message = `${unplayable} items in a row could not be played.`;
    return finish({ ...state, unplayable: 0 }, 'serviceError', { code: 'serviceError', message }, now);
  }
  const noticed = notice === null ? state : { ...state, notice: { notice, itemsLeft: 1 } };
  return advance({ ...noticed, unplayable, recovery: null }, turn, now);
}

/** Tells the service that the item is over, and waits for what comes next. */
export function advance(state: State, turn: Turn, now: number): Step {
  const requestId = state.lastId + 1;
  const due: State = { ...state, turn: { ...turn, end: 'due', doubtful: true } };
  const underWay = endUnderWay(state);
  if (underWay !== null) {
    return enter({ ...due, upNext: null }, { phase: 'advancing', requestId: underWay }, now);
  }
  const over: State = { ...due, lastId: requestId };
  const effect = reportOfEnd(over, turn, requestId, false);
  if (effect === null) return sync(state, now);
  return then(enter(over, { phase: 'advancing', requestId }, now), entered => step(entered, effect));
}

/** The question that already tells the service of the item's end: the look-ahead's, or a skip's. */
export function endUnderWay({ pending, upNext }: State): number | null {
  if (upNext?.status === 'asked') return upNext.requestId;
  return pending?.command.type === 'next' ? pending.requestId : null;
}

/** What a failed end report leaves behind: whether it may have been taken. */
export function withDoubt(state: State, { answerLost }: ServiceFailure): State {
  return state.turn === null ? state : { ...state, turn: { ...state.turn, doubtful: answerLost } };
}

/** The service has heard of the end. A stream it stopped says nothing about that: the doubt stays. */
export function withEndAnswered(state: State, item: Item | null): State {
  if (state.turn === null || (item !== null && isHalt(item))) return state;
  return { ...state, turn: { ...state.turn, end: 'reported', doubtful: false } };
}

/** The report that ends the item; null when it has no place in a known source. */
export function reportOfEnd(state: State, turn: Turn, requestId: number, forCommand: boolean): Effect | null {
  if (state.source === null || turn.item.index === null) return null;
  return {
    type: 'service.advance',
    requestId,
    sourceId: state.source.id,
    index: turn.item.index,
    elapsedS: fullLengthS(turn),
    doubtful: turn.doubtful,
    forCommand,
  };
}

/** The whole seconds that only the end report may say: the service's own length, else the player's, rounded up. */
export function fullLengthS(turn: Turn): number {
  return Math.ceil((turn.item.durationMs ?? turn.lengthMs ?? turn.heardToMs) / 1000);
}

/** The account plays elsewhere, or was idle too long: stop, report nothing, wait for the listener. */
export function yieldStream(state: State, item: Item, now: number): Step {
  const why = item.typename === 'IdleTimeoutItem' ? 'idleTimeout' : 'takenOver';
  const usual =
    why === 'idleTimeout' ? 'Playback stopped because nobody was listening.' : 'The account plays elsewhere.';
  const notice: Notice = {
    code: why,
    ...(item.errorHeader === null ? {} : { title: item.errorHeader }),
    message: item.errorDescription ?? usual,
  };
  const stopped: State = { ...state, wish: 'stopped', upNext: null };
  return then(enter(stopped, { phase: 'inactive', why }, now), inactive =>
    step(withNotice(inactive, notice), { type: 'player.unload' }),
  );
}

export function withNotice(state: State, notice: Notice): State {
  return { ...state, notice: { notice, itemsLeft: 0 } };
}

function ageNotice(notice: State['notice']): State['notice'] {
  return notice === null || notice.itemsLeft === 0 ? null : { ...notice, itemsLeft: notice.itemsLeft - 1 };
}

/** What was appended went with what it was appended to. */
export function withoutLoads(state: State): State {
  return state.upNext?.status === 'ready' && state.upNext.loadId !== null
    ? { ...state, upNext: { ...state.upNext, loadId: null } }
    : state;
}
