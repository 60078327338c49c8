// @ts-nocheck: frozen, while the types it was written for go on.
import type { Notice } from './public-state.js';
import type { State } from './state.js';
import { enter, type Step, step, then } from './step.js';
import { isReported, NOT_TOLD } from './turn.js';

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

/** Paused for long with something in the player: nobody hears it, and the sound device need not be held for it. */
export function letDeviceGo(state: State): Step {
  const { playback } = state;
  if (playback.phase !== 'paused' || playback.loadId === null) return step(state);
  return step({ ...state, playback: { ...playback, released: true } }, { type: 'player.releaseDevice' });
}

/** Stops for a reason of the service's or the source's own. */
export function finish(
  state: State,
  why: 'sourceEnded' | 'notSupported' | 'serviceError',
  notice: Notice | null,
  now: number,
): Step {
  const stopped: State = { ...withoutNext(state), wish: 'stopped', regaining: null };
  return then(enter(stopped, { phase: 'idle', why }, now), idle =>
    step(notice === null ? idle : withNotice(idle, notice), { type: 'player.unload' }),
  );
}

export function withNotice(state: State, notice: Notice): State {
  return { ...state, notice: { notice, itemsLeft: 0 } };
}

/** What was told to follow holds no longer; an item that was reported is over all the same. */
export function withoutNext(state: State): State {
  const { turn } = state;
  const over: State['turn'] = turn !== null && isReported(turn) ? { ...turn, end: 'over' } : turn;
  return { ...state, turn: over, upNext: NOT_TOLD, preview: null };
}

/** What was appended went with what it was appended to. */
export function withoutLoads(state: State): State {
  const { upNext, preview } = state;
  const isAppended = upNext.is === 'some' && upNext.loadId !== null;
  const isForetold = preview !== null && preview.loadId !== null;
  if (!isAppended && !isForetold) return state;
  return {
    ...state,
    upNext: isAppended ? { ...upNext, loadId: null } : upNext,
    preview: isForetold ? { ...preview, loadId: null } : preview,
  };
}
