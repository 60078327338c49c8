// @ts-nocheck: frozen, while the types it was written for go on.
import { advance, blameItem, giveUp } from './ending.js';
import { recover } from './fault.js';
import { recoverRefused } from './host-refusal.js';
import { END_TOLERANCE_MS, isAtEnd, receiveFetched } from './length.js';
import { append, armLookAhead, promote, promoteInHandover, takeUpNext } from './look-ahead.js';
import type { PlayerEvent } from './player-event.js';
import { corrected, moving, positionAt, resting } from './position.js';
import { reportFlow, reportIfDue } from './progress.js';
import { heal, retry } from './recovery.js';
import { PAUSED_EMPTY, withoutLoads } from './rest.js';
import { aheadOf } from './session.js';
import type { State } from './state.js';
import { enter, SET_STALL, type Step, step, then } from './step.js';
import { askedWith, endOf, isReported, type Turn } from './turn.js';

/** Steps of the position that are longer than this were no sound. */
const LONGEST_STEP_MS = 5_000;

/** Whether `loadId` is what is loaded for the item in turn. */
function isInTurn(state: State, loadId: number): boolean {
  return 'loadId' in state.playback && state.playback.loadId === loadId;
}

export function receivePlayerEvent(state: State, event: PlayerEvent, now: number): Step {
  if (event.type === 'player.ready') return receiveReady(state, now);
  if (event.type === 'player.died') return receiveDeath(state, now, event.silentMs ?? 0);
  if (aheadOf(state)?.loadId === event.loadId) return receiveOfUpNext(state, event, now);
  if (!isInTurn(state, event.loadId)) return receiveOfStranger(state, event);
  switch (event.type) {
    case 'player.started':
      return receiveStart(state, event, now);
    case 'player.fetched':
      return receiveFetched(state, event, now);
    case 'player.position':
      return receivePosition(state, event.positionMs, now);
    case 'player.seeked':
    case 'player.flowing':
      return flow(state, event.positionMs, now);
    case 'player.starved':
      return starve(state, event.positionMs, now);
    case 'player.ended':
      return receiveEnd(state, event.loadId, event.positionMs, event.lengthMs, now);
    case 'player.failed':
      return receiveFailure(state, event, now);
    case 'player.stopped':
      return alone(state, apart => recover(apart, 'address', now));
  }
}

/** What was taken back had begun in the same instant: what came in its place sounds at once. */
function receiveOfStranger(state: State, { type }: PlayerEvent): Step {
  const ahead = aheadOf(state);
  if (type !== 'player.started' || ahead === null || state.playback.phase !== 'playing') return step(state);
  return step(state, { type: 'player.next', loadId: ahead.loadId });
}

/** The item is not over, so that what the player has behind it must not begin by itself. */
function alone(state: State, go: (state: State) => Step): Step {
  const isFollowed = aheadOf(state) !== null;
  const gone = go(withoutLoads(state));
  const isLoading = gone.state.playback.phase === 'loading';
  return isFollowed && !isLoading ? then(gone, next => step(next, { type: 'player.unload' })) : gone;
}

function receiveReady(state: State, now: number): Step {
  const ready: State = { ...state, player: { alive: true, deaths: 0 } };
  const sound = step(
    ready,
    { type: 'player.setVolume', volume: state.volume },
    { type: 'player.setMuted', muted: state.muted },
  );
  const isAwaited = state.playback.phase === 'recovering' && state.playback.fault === 'player';
  return isAwaited ? then(sound, next => retry(next, now)) : sound;
}

function receiveDeath(state: State, now: number, silentMs: number): Step {
  const { anchor, turn } = state;
  const lastMs = Math.max(anchor.steadyMs, now - silentMs);
  const dead: State = {
    ...withoutLoads(state),
    anchor: resting(positionAt(anchor, lastMs, endOf(turn)), now),
    player: { alive: false, deaths: state.player.deaths + 1 },
  };
  const { playback } = dead;
  if (playback.phase === 'playing' && playback.flow === 'handover')
    return takeUpNext(dead, playback.loadId, now);
  if (playback.phase === 'loading' || playback.phase === 'playing') return recover(dead, 'player', now);
  if (playback.phase === 'paused') return enter(dead, PAUSED_EMPTY, now);
  return step(dead);
}

function receiveStart(
  state: State,
  { loadId, positionMs, lengthMs, isOpen }: Extract<PlayerEvent, { readonly type: 'player.started' }>,
  now: number,
): Step {
  if (state.turn === null) return step(state);
  const sinceMs = state.turn.sinceMs ?? now;
  const length = { lengthMs, isOpen: isOpen === true, heardToMs: positionMs };
  const turn: Turn = { ...state.turn, sinceMs, ...length };
  if (state.playback.phase === 'paused') {
    const paused: State = {
      ...state,
      turn,
      anchor: resting(positionMs, now),
      playback: { ...state.playback, loadId, started: true, flow: 'flowing' },
    };
    return append(paused, now);
  }
  const playing = enter(
    { ...state, turn, anchor: moving(positionMs, now) },
    { phase: 'playing', loadId, flow: 'flowing' },
    now,
  );
  const ahead = then(
    then(playing, next => append(next, now)),
    next => armLookAhead(next, now),
  );
  const watched = then(ahead, next => step(next, SET_STALL));
  return then(watched, next => reportFlow(next, 'Started', positionMs));
}

/** The next entry has begun, so the one before it is over. */
function receiveOfUpNext(state: State, event: PlayerEvent & { loadId: number }, now: number): Step {
  const { phase } = state.playback;
  if (phase !== 'playing' && phase !== 'paused') return step(state);
  if (event.type === 'player.started') {
    const promoted = promote(state, now) ?? step(state);
    return then(promoted, next => receiveStart(next, event, now));
  }
  if (event.type !== 'player.failed' && event.type !== 'player.ended' && event.type !== 'player.stopped')
    return step(state);
  const promoted = promoteInHandover(state, now);
  // Before its turn only the append is lost: a fresh address is asked for when the turn comes.
  if (promoted.state === state) {
    const apart = { ...withoutLoads(state), preview: null };
    return armLookAhead(apart, now);
  }
  return then(promoted, next => receivePlayerEvent(next, event, now));
}

function receivePosition(state: State, positionMs: number, now: number): Step {
  const { turn, playback } = state;
  if (turn === null || playback.phase !== 'playing' || playback.flow !== 'flowing') return step(state);
  const stepMs = positionMs - turn.heardToMs;
  const heardMs = turn.heardMs + (stepMs > 0 && stepMs <= LONGEST_STEP_MS ? stepMs : 0);
  const anchor = corrected(state.anchor, positionMs, now);
  const heard = heal({ ...state, anchor, turn: { ...turn, heardMs, heardToMs: positionMs } }, positionMs);
  // The next one must come as well: a player that answers but plays nothing would be silent for ever.
  const reported = then(reportIfDue(heard, positionMs), next => step(next, SET_STALL));
  return anchor === state.anchor ? reported : then(reported, next => armLookAhead(next, now));
}

function starve(state: State, positionMs: number, now: number): Step {
  const { playback } = state;
  if (playback.phase === 'paused') {
    return step({ ...state, playback: { ...playback, flow: 'starved' }, anchor: resting(positionMs, now) });
  }
  if (playback.phase !== 'playing' || playback.flow === 'handover') return step(state);
  return step(
    { ...state, playback: { ...playback, flow: 'starved' }, anchor: resting(positionMs, now) },
    SET_STALL,
    { type: 'timer.cancel', name: 'lookAhead' },
  );
}

function flow(state: State, positionMs: number, now: number): Step {
  const { playback, turn } = state;
  if (turn === null) return step(state);
  const moved: State = { ...state, turn: { ...turn, heardToMs: positionMs } };
  if (playback.phase === 'paused') {
    return step({
      ...moved,
      playback: { ...playback, flow: 'flowing' },
      anchor: resting(positionMs, now),
    });
  }
  if (playback.phase !== 'playing' || playback.flow === 'handover') return step(state);
  const flowing: State = {
    ...moved,
    playback: { ...playback, flow: 'flowing' },
    anchor: moving(positionMs, now),
  };
  return then(step(flowing, SET_STALL), next => armLookAhead(next, now));
}

function receiveEnd(
  state: State,
  loadId: number,
  positionMs: number,
  lengthMs: number | null,
  now: number,
): Step {
  const { turn } = state;
  if (turn === null) return step(state);
  const isEnd = isReported(turn) || isAtEnd(turn, positionMs, lengthMs);
  const isSameCut = turn.cutAtMs !== null && Math.abs(turn.cutAtMs - positionMs) <= END_TOLERANCE_MS;
  const at: State = { ...state, anchor: resting(positionMs, now) };
  if (!isEnd && !isSameCut) {
    const cut: State = { ...at, turn: { ...turn, cutAtMs: positionMs } };
    return alone(cut, apart => recover(apart, 'address', now));
  }
  const over: Turn = { ...turn, lengthMs: lengthMs ?? turn.lengthMs, heardToMs: positionMs };
  const ended: State = { ...at, turn: over };
  const healed: State = { ...ended, unplayable: 0 };
  if (isReported(turn) || askedWith(ended.upNext) !== null) return takeUpNext(healed, loadId, now);
  // Nothing of it was heard, or no more than before: as good as unplayable, were it to go on like this.
  if (!isEnd || state.playback.phase === 'loading')
    return alone(ended, apart => giveUp(apart, over, null, now));
  return aheadOf(healed) === null ? advance(healed, over, now) : takeUpNext(healed, loadId, now);
}

function receiveFailure(state: State, event: PlayerEvent & { type: 'player.failed' }, now: number): Step {
  const { turn } = state;
  if (turn === null) return step(state);
  const at: State =
    event.positionMs === null || state.playback.phase !== 'playing'
      ? state
      : { ...state, anchor: resting(event.positionMs, now) };
  if (isReported(turn)) return takeUpNextAfterFailure(at, now);
  const isGone = event.httpStatus === 404 || event.httpStatus === 410;
  return alone(at, apart => {
    if (event.fault === 'device') return recover(apart, 'device', now);
    if (event.fault === 'undecodable') return blameItem(apart, turn, 'the speaker cannot decode it.', now);
    if (isGone) return blameItem(apart, turn, 'it is not where the service says it is.', now);
    if (event.fault === 'unreachable') return recover(apart, 'address', now);
    return recoverRefused(apart, { fault: event.fault, httpStatus: event.httpStatus }, now);
  });
}

/** The last second of a reported item failed: the service is already at the next one. */
function takeUpNextAfterFailure(state: State, now: number): Step {
  const playback = state.playback;
  return takeUpNext(state, 'loadId' in playback ? (playback.loadId ?? 0) : 0, now);
}

/** The player was told to play on but nothing was heard of it for too long, or the load never began. */
export function receiveStall(state: State, now: number): Step {
  const { playback, turn } = state;
  const isSilent =
    playback.phase === 'loading' || (playback.phase === 'playing' && playback.flow !== 'handover');
  if (!isSilent) return step(state);
  // What was expected to sound since it was last heard of did not.
  const heardToMs = playback.phase === 'playing' && playback.flow === 'flowing' ? turn?.heardToMs : undefined;
  const at: State = heardToMs === undefined ? state : { ...state, anchor: resting(heardToMs, now) };
  // Data that comes after all must not sound behind the recovery.
  return then(recover(withoutLoads(at), 'address', now), next => step(next, { type: 'player.unload' }));
}
