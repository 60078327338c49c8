// @ts-nocheck: frozen, while the types it was written for go on.
import { advance, blameItem, giveUp, yieldStream } from './ending.js';
import { isHalt, isSameItem, type Item } from './item.js';
import { positionAt, resting } from './position.js';
import { REFUSALS } from './refusals.js';
import { finish, rest, withoutLoads } from './rest.js';
import type { State } from './state.js';
import { enter, type Step, step, then } from './step.js';
import { sync } from './sync.js';
import { createTurn, endOf, NOT_TOLD, type Turn } from './turn.js';

/** On-demand addresses live 5 minutes, station addresses longer: one older than this is not trusted. */
export const LEASE_MS = 240_000;
export const SET_LOAD_TIMEOUT = { type: 'timer.set', name: 'load', delayMs: 15_000, spreadMs: 0 } as const;

export function isUrlGood(turn: Turn, now: number): boolean {
  return turn.item.audioUrl !== null && turn.urlSinceMs !== null && now - turn.urlSinceMs < LEASE_MS;
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
    upNext: NOT_TOLD,
    preview: null,
    pending: overtaken(state.pending),
    notice: ageNotice(state.notice),
  };
  const ahead = aheadOf(state);
  const isInPlayer = ahead !== null && state.wish === 'playing' && isSameItem(ahead.item, item);
  return isInPlayer ? jump(next, ahead.loadId, now) : goOn(next, now, { fresh });
}

/** What is in the player behind what sounds; null where nothing is. */
export function aheadOf({
  upNext,
  preview,
}: State): { readonly item: Item; readonly urlSinceMs: number; readonly loadId: number } | null {
  if (upNext.is === 'none') return null;
  const next = upNext.is === 'some' ? upNext : preview;
  return next === null || next.loadId === null ? null : { ...next, loadId: next.loadId };
}

/** What the player has in hand sounds at once. */
function jump(state: State, loadId: number, now: number): Step {
  return then(enter(state, { phase: 'loading', loadId }, now), loading =>
    step(loading, { type: 'player.next', loadId }, SET_LOAD_TIMEOUT),
  );
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
  if (turn.end === 'over') return sync(state, now);
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
      SET_LOAD_TIMEOUT,
    ),
  );
}

/** An item that the service sends without an address: a message or an ad is stepped over, a track asked for again. */
function passSilentItem(state: State, turn: Turn, now: number): Step {
  const { item } = turn;
  if (item.kind === 'episode') return finishSilent(state, now);
  if (item.kind === 'track') return blameItem(state, turn, 'the service gives no address for it.', now);
  return giveUp(state, turn, null, now);
}

/** Nothing of an episode without an address can be heard, and it cannot be skipped. */
export function finishSilent(state: State, now: number): Step {
  const { reason, message } = REFUSALS.noEpisodes;
  return finish(state, reason, { code: reason, message }, now);
}

function ageNotice(notice: State['notice']): State['notice'] {
  return notice === null || notice.itemsLeft === 0 ? null : { ...notice, itemsLeft: notice.itemsLeft - 1 };
}
