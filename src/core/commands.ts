import type { Command } from './command.js';
import type { Event } from './event.js';
import { armLookAhead, promote } from './look-ahead.js';
import { ask, reject, resolve, silence } from './pending.js';
import { type PlainCommand, refusalOf } from './permission.js';
import { SET_STALL } from './playback.js';
import { moving } from './position.js';
import { reportNow } from './progress.js';
import { retry } from './recovery.js';
import { positionOf, seekTo } from './seek.js';
import { goOn, isUrlGood, rest, sync } from './session.js';
import { endOf, type Playback, type ServiceCommand, type State } from './state.js';
import { enter, type Step, step, then } from './step.js';
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
  if (asksService(seen, command))
    return { ...ask(seen, { ref, command, cause, silenced: false }, now), cause };
  return then(perform(seen, command, now), done => resolve(done, ref, cause));
}

/** A toggle means one of two things, by what the listener wishes now. */
function untoggled(state: State, command: Command): PlainCommand {
  if (command.type !== 'playPause') return command;
  return state.wish === 'playing' ? { type: 'pause' } : { type: 'play' };
}

/** Whether the service must answer first: another source, a stream to claim back, a source to set anew, a skip. */
function asksService({ playback }: State, command: PlainCommand): command is ServiceCommand {
  if (command.type === 'next') return true;
  if (command.type !== 'play') return false;
  if (command.sourceId !== undefined || playback.phase === 'inactive') return true;
  return playback.phase === 'idle' && (playback.why === 'sourceEnded' || playback.why === 'notSupported');
}

function perform(state: State, command: PlainCommand, now: number): Step {
  switch (command.type) {
    case 'play':
      return play(state, now);
    case 'pause':
      return pause(state, now);
    case 'stop':
      return stop(state, now);
    case 'replay':
      return then(seekTo(state, 0, now), next => reportNow(next, 0));
    case 'seek': {
      const target = 'positionMs' in command ? command.positionMs : positionOf(state, now) + command.offsetMs;
      return seekTo(state, Math.round(Math.max(0, Math.min(target, endOf(state.turn) ?? target))), now);
    }
    case 'setVolume':
      return setVolume(state, 'volume' in command ? command.volume : state.volume + command.offset);
    case 'setMuted':
      return setMuted(state, command.muted);
    case 'next':
    case 'previous':
    case 'setFeedback':
      return step(state);
  }
}

function play(state: State, now: number): Step {
  const wished: State = { ...state, wish: 'playing' };
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
      return wished.wish === state.wish ? step(state) : step(wished);
  }
}

function resume(state: State, { started, flow }: Paused, loadId: number, now: number): Step {
  const isFlowing = started && flow === 'flowing';
  const moved: State = isFlowing ? { ...state, anchor: moving(state.anchor.positionMs, now) } : state;
  const resumed = started
    ? then(enter(moved, { phase: 'playing', loadId, flow }, now), playing =>
        isFlowing ? step(playing) : step(playing, SET_STALL),
      )
    : then(enter(moved, { phase: 'loading', loadId }, now), loading =>
        step(loading, { type: 'timer.set', name: 'load', delayMs: 15_000, spreadMs: 0 }),
      );
  return then(
    then(resumed, next => step(next, { type: 'player.resume' })),
    next => armLookAhead(next, now),
  );
}

function pause(state: State, now: number): Step {
  if (state.wish !== 'playing') return step(silence(state));
  const wished: State = { ...silence(state), wish: 'paused' };
  const { playback } = wished;
  if (playback.phase === 'recovering') return rest(wished, now);
  if (playback.phase !== 'playing' && playback.phase !== 'loading') return step(wished);
  const isHandover = playback.phase === 'playing' && playback.flow === 'handover';
  const ahead = (isHandover ? promote(wished, now) : null) ?? wished;
  const loadId = 'loadId' in ahead.playback ? ahead.playback.loadId : playback.loadId;
  const started = playback.phase === 'playing' && !isHandover;
  const flow = playback.phase === 'playing' && playback.flow !== 'handover' ? playback.flow : 'flowing';
  return then(enter(ahead, { phase: 'paused', loadId, started, flow }, now), paused =>
    step(paused, { type: 'player.pause' }),
  );
}

function stop(state: State, now: number): Step {
  const wished: State = { ...silence(state), wish: 'stopped' };
  const { playback } = state;
  if (playback.phase === 'idle' || playback.phase === 'inactive') return step(wished);
  const isHandover = playback.phase === 'playing' && playback.flow === 'handover';
  return rest((isHandover ? promote(wished, now) : null) ?? wished, now);
}
