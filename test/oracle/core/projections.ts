// @ts-nocheck: frozen, while the types it was written for go on.
import type { Item, Source } from './item.js';
import { isForGood } from './host-refusal.js';
import { refusalOf } from './permission.js';
import { positionAt } from './position.js';
import type { PublicItem, PublicState, SilenceReason } from './public-state.js';
import type { State } from './state.js';
import { type Closing, endOf } from './turn.js';

/** What phones see of the state (contract, section 4, "State"). */
export function toPublicState(state: State): PublicState {
  const { anchor, source, turn } = state;
  return {
    pairing: state.pairing,
    playbackStatus: state.wish,
    buffering: isBuffering(state),
    silenceReason: silenceReason(state),
    notice: state.notice?.notice ?? null,
    source: source === null ? null : toPublicSource(source),
    item: turn === null ? null : toPublicItem(turn.item),
    position: {
      positionMs: Math.round(Math.max(0, anchor.positionMs)),
      atMs: Math.round(anchor.steadyMs + state.epochOffsetMs),
      rate: anchor.rate,
    },
    volume: state.volume,
    muted: state.muted,
    can: {
      play: can(state, { type: 'play' }),
      pause: can(state, { type: 'pause' }),
      next: can(state, { type: 'next' }),
      previous: can(state, { type: 'previous' }),
      replay: can(state, { type: 'replay' }),
      seek: can(state, { type: 'seek', positionMs: 0 }),
      feedback: can(state, { type: 'setFeedback', value: null }),
    },
  };
}

function can(state: State, command: Parameters<typeof refusalOf>[1]): boolean {
  return refusalOf(state, command) === null;
}

function isFlowing({ playback }: State): boolean {
  return playback.phase === 'playing' && (playback.flow === 'flowing' || playback.flow === 'handover');
}

function isBuffering(state: State): boolean {
  const { phase } = state.playback;
  return phase === 'loading' || (phase === 'playing' && !isFlowing(state));
}

/** Why it is silent: null exactly while samples of an item reach the output; else the first that applies. */
function silenceReason(state: State): SilenceReason | null {
  const { playback, wish } = state;
  if (isFlowing(state)) return state.muted || state.volume === 0 ? 'muted' : null;
  if (state.pairing === 'unpaired') return 'notPaired';
  if (playback.phase === 'inactive') return playback.why;
  const halted = playback.phase === 'idle' ? playback.why : null;
  if (halted === 'sourceEnded' || halted === 'notSupported') return halted;
  if (state.source === null) return 'noSource';
  if (wish === 'paused') return 'paused';
  if (wish === 'stopped' && halted !== 'serviceError') return 'stopped';
  if (!state.player.alive) return 'playerUnavailable';
  return halted === 'serviceError' ? halted : faultReason(state);
}

/** A fault's name stays up between its tries; an address that fails once or twice is just loading. */
function faultReason({ recovery }: State): SilenceReason {
  switch (recovery?.fault) {
    case 'device':
      return 'audioDeviceUnavailable';
    case 'offline':
    case 'serviceError':
      return recovery.fault;
    case 'address':
      if (recovery.refused !== undefined) return isForGood(recovery.refused) ? 'serviceError' : 'loading';
      return recovery.attempt < 3 ? 'loading' : 'offline';
    case 'player':
    case undefined:
      return 'loading';
  }
}

function toPublicSource({ id, type, name }: Source): NonNullable<PublicState['source']> {
  return { id, type, ...(name === null ? {} : { name }) };
}

function toPublicItem(item: Item): PublicItem {
  const { kind, index, title, artist, album, podcast, artUrl, durationMs, feedback, interactions } = item;
  return {
    kind,
    index,
    title,
    ...(artist === null ? {} : { artist }),
    ...(album === null ? {} : { album }),
    ...(podcast === null ? {} : { podcast }),
    ...(artUrl === null ? {} : { artUrl }),
    ...(durationMs === null ? {} : { durationMs }),
    feedback,
    interactions,
  };
}

/** What goes on after a restart (contract, section 6). */
export function toRemembered(state: State, now: number): Remembered {
  const { closing, playback, turn } = state;
  return {
    wish: state.wish,
    source: state.source,
    item: turn === null ? null : { ...turn.item, audioUrl: null },
    positionMs: Math.floor(positionAt(state.anchor, now, endOf(turn))),
    closing: closing === null ? null : toRememberedClosing(closing),
    endTaken: turn?.endTaken === true,
    exact: state.wish !== 'playing',
    volume: state.volume,
    muted: state.muted,
    sourceEnded: playback.phase === 'idle' && playback.why === 'sourceEnded',
  };
}

type RememberedClosing = Pick<Closing, 'index' | 'trackToken' | 'lengthS'>;

function toRememberedClosing({ index, trackToken, lengthS }: Closing): RememberedClosing {
  return { index, trackToken, lengthS };
}

export interface Remembered {
  readonly wish: State['wish'];
  readonly source: Source | null;
  readonly item: Item | null;
  readonly positionMs: number;
  readonly closing: RememberedClosing | null;
  readonly endTaken: boolean;
  readonly exact: boolean;
  readonly volume: number;
  readonly muted: boolean;
  readonly sourceEnded: boolean;
}
