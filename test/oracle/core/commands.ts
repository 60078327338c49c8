// @ts-nocheck: frozen, while the types it was written for go on.
import type { Command } from './command.js';
import type { Event } from './event.js';
import { armLookAhead, promoteInHandover } from './look-ahead.js';
import { ask, reject, resolve, silence } from './pending.js';
import { type PlainCommand, refusalOf } from './permission.js';
import { moving } from './position.js';
import { reportFlow } from './progress.js';
import { retry } from './recovery.js';
import { rest } from './rest.js';
import { positionOf, replayHere, seekTo } from './seek.js';
import { goOn, isUrlGood, SET_LOAD_TIMEOUT } from './session.js';
import type { Playback, State } from './state.js';
import { endOf } from './turn.js';
import { enter, SET_STALL, type Step, step, then } from './step.js';
import { sync } from './sync.js';
import { setMuted, setVolume } from './volume.js';

type Paused = Extract<Playback, { readonly phase: 'paused' }>;
type Received = Extract<Event, { readonly type: 'command.received' }>;

/** A listener's command: refused, done at once, or put to the service. Any of them takes the notice away. */
export function receiveCommand(state: State, event: Received, now: number): Step {
  const { ref, cause } = event;
  const command = untoggled(state, event.command);
  const refusal = refusalOf(state, command);
  const seen: State = state.notice === null ? state : { ...state, notice: null };
  if (refusal !== null) return { ...reject(seen, ref, refusal), cause };
  if (!isLocal(seen, command)) return { ...ask(seen, { ref, command, cause, silenced: false }, now), cause };
  return then(perform(seen, command, now), done => resolve(done, ref, cause));
}

/** A toggle means one of two things, by what the listener wishes now. */
function untoggled(state: State, command: Command): PlainCommand {
  if (command.type !== 'playPause') return command;
  return state.wish === 'playing' ? { type: 'pause' } : { type: 'play' };
}

type LocalCommand = Exclude<PlainCommand, { readonly type: 'next' | 'previous' | 'setFeedback' }>;

/** Not so where the service must answer first: another source or item, a stream to claim back, a source to set anew. */
function isLocal({ abilities, playback, turn }: State, command: PlainCommand): command is LocalCommand {
  switch (command.type) {
    case 'next':
    case 'previous':
    case 'setFeedback':
      return false;
    case 'replay':
      return !abilities.replay || turn?.item.trackToken == null;
    case 'play': {
      const why = playback.phase === 'idle' ? playback.why : null;
      // What has no place can only be left by setting the source anew.
      const isUnplaced = why === 'serviceError' && turn?.end === 'due' && turn.item.index === null;
      const isOver = why === 'sourceEnded' || why === 'notSupported' || isUnplaced;
      return command.sourceId === undefined && playback.phase !== 'inactive' && !isOver;
    }
    case 'pause':
    case 'stop':
    case 'seek':
    case 'setVolume':
    case 'setMuted':
      return true;
  }
}

function perform(state: State, command: LocalCommand, now: number): Step {
  switch (command.type) {
    case 'play':
      return play(state, now);
    case 'pause':
      return pause(state, now);
    case 'stop':
      return stop(state, now);
    case 'replay':
      return replayHere(state, now);
    case 'seek': {
      const target = 'positionMs' in command ? command.positionMs : positionOf(state, now) + command.offsetMs;
      return seekTo(state, Math.round(Math.max(0, Math.min(target, endOf(state.turn) ?? target))), now);
    }
    case 'setVolume':
      return setVolume(state, 'volume' in command ? command.volume : state.volume + command.offset);
    case 'setMuted':
      return setMuted(state, command.muted);
  }
}

function play(state: State, now: number): Step {
  const isAsked = state.wish !== 'playing';
  const wished: State = isAsked ? { ...state, wish: 'playing', claimedAtMs: now } : state;
  const { playback, turn } = wished;
  switch (playback.phase) {
    case 'paused':
      if (playback.loadId === null || turn === null) return goOn(wished, now, { fresh: false });
      if (!isUrlGood(turn, now)) return sync(wished, now);
      return resume(wished, playback, playback.loadId, now);
    case 'idle':
      return goOn(wished, now, { fresh: false });
    case 'recovering':
      return playback.fault === 'player' ? step(wished) : retry(wished, now);
    case 'syncing':
    case 'loading':
    case 'playing':
    case 'advancing':
    case 'inactive':
      return step(wished);
  }
}

function resume(state: State, paused: Paused, loadId: number, now: number): Step {
  const { started, released = false } = paused;
  const isHeldBack = state.settings.soundWaits === true && paused.flow === 'flowing';
  // Where the device has to be opened first, the player tells when it is there.
  const flow = released ? 'seeking' : isHeldBack ? 'starved' : paused.flow;
  const isFlowing = started && flow === 'flowing';
  const moved: State = isFlowing ? { ...state, anchor: moving(state.anchor.positionMs, now) } : state;
  const resumed = started
    ? then(enter(moved, { phase: 'playing', loadId, flow }, now), playing => step(playing, SET_STALL))
    : then(enter(moved, { phase: 'loading', loadId }, now), loading => step(loading, SET_LOAD_TIMEOUT));
  const armed = then(
    then(resumed, next => step(next, { type: 'player.resume' })),
    next => armLookAhead(next, now),
  );
  return started ? then(armed, next => reportFlow(next, 'Started', positionOf(next, now))) : armed;
}

function pause(state: State, now: number): Step {
  if (state.wish !== 'playing') return step(silence(state));
  const before = promoteInHandover(state, now);
  const wished: State = { ...silence(before.state), wish: 'paused' };
  const { playback } = wished;
  if (playback.phase === 'recovering') return then(before, () => rest(wished, now));
  if (playback.phase !== 'playing' && playback.phase !== 'loading') return then(before, () => step(wished));
  const isSounding = playback.phase === 'playing' && playback.flow !== 'handover';
  const flow = isSounding ? playback.flow : 'flowing';
  const paused = then(before, () =>
    enter(wished, { phase: 'paused', loadId: playback.loadId, started: isSounding, flow }, now),
  );
  const { releaseS } = state.settings;
  const armed =
    releaseS === 0
      ? []
      : [{ type: 'timer.set', name: 'release', delayMs: releaseS * 1000, spreadMs: 0 } as const];
  const told = then(paused, next => step(next, { type: 'player.pause' }, ...armed));
  return isSounding ? then(told, next => reportFlow(next, 'Paused', positionOf(next, now))) : told;
}

function stop(state: State, now: number): Step {
  const before = promoteInHandover(state, now);
  const wished: State = { ...silence(before.state), wish: 'stopped' };
  const { playback } = wished;
  if (playback.phase === 'idle' || playback.phase === 'inactive') return step(wished);
  const isSounding = playback.phase === 'playing' && playback.flow !== 'handover';
  const told = isSounding
    ? then(before, () => reportFlow(wished, 'Paused', positionOf(wished, now)))
    : then(before, () => step(wished));
  return then(told, next => rest(next, now));
}
