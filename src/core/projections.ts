import { nextAlarm } from './facts/alarms.js';
import { spokenOf } from './facts/announcements.js';
import { ceilingOf, sleepLeftMs } from './facts/level.js';
import { positionOf } from './facts/entry.js';
import { unsettledEnd } from './facts/read.js';
import type { Item, Source } from './vocabulary/item.js';
import type { Previous } from './model/playlist.js';
import type { Restored, State } from './model/state.js';
import { refusalOf } from './facts/permission.js';
import type { Anchor } from './vocabulary/position.js';
import type { PublicItem, PublicState, SilenceReason } from '../contract/public-state.js';
import { soundOf } from './tables/sound.js';

/** The anchor without an item. */
const NOWHERE: Anchor = { positionMs: 0, steadyMs: 0, rate: 0 };

/** The state that clients see (contract, section 4, "State"). */
export function toPublicState(state: State): PublicState {
  const { current } = state.playlist;
  const { source } = state.setting;
  const { positionMs, steadyMs, rate } = current?.anchor ?? NOWHERE;
  return {
    pairing: state.pairing.is,
    playbackStatus: state.intent.wish,
    buffering: isBuffering(state),
    silenceReason: silenceReason(state),
    notice: state.notice?.notice ?? null,
    source: source === null ? null : toPublicSource(source),
    item: current === null ? null : toPublicItem(current.item),
    position: {
      positionMs: Math.round(Math.max(0, positionMs)),
      atMs: Math.round(steadyMs + state.epochOffsetMs),
      rate,
    },
    volume: state.volume,
    volumeMax: ceilingOf(state),
    sleep: toSleep(state),
    alarm: toAlarm(state),
    announcement: toAnnouncement(state),
    muted: state.muted,
    upNext: toUpNext(state),
    account: state.pairing.account,
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

/** Whether sound is wanted and only data or the player delays it. */
function isBuffering(state: State): boolean {
  const { hold, run, silence } = soundOf(state).want(state);
  return hold !== null && run && silence !== null;
}

function toSleep(state: State): PublicState['sleep'] {
  const { sleep } = state.agenda;
  if (sleep === null) return null;
  // The end of an item is counted from its anchor, so that it stays the same until something happens.
  const fromMs = (sleep.by === 'item' ? state.playlist.current?.anchor.steadyMs : null) ?? state.now;
  const left = sleepLeftMs(state, fromMs);
  return left === null ? {} : { endsAtMs: Math.round(fromMs + left + state.epochOffsetMs) };
}

function toAlarm(state: State): PublicState['alarm'] {
  const { ring } = state.agenda;
  if (ring !== null) {
    const { id, is, atMs, sinceMs, fallback } = ring;
    const ringing = is === 'ringing';
    return { id, atMs: ringing ? atMs : Math.round(sinceMs + state.epochOffsetMs), ringing, fallback };
  }
  const next = nextAlarm(state);
  return next === null ? null : { id: next.alarm.id, atMs: next.atMs, ringing: false, fallback: false };
}

function toAnnouncement(state: State): PublicState['announcement'] {
  const spoken = spokenOf(state);
  if (spoken === null) return null;
  const { by, lengthMs, sinceMs } = spoken;
  return { by, endsAtMs: Math.round((sinceMs ?? state.now) + lengthMs + state.epochOffsetMs) };
}

function isMute({ muted, volume }: State): boolean {
  return muted || volume === 0;
}

/** Why there is silence: null exactly while samples of an item reach the output; else the first reason that applies. */
function silenceReason(state: State): SilenceReason | null {
  return soundOf(state).want(state).silence ?? (isMute(state) ? 'muted' : null);
}

export function toPublicSource({ id, type, name }: Source): NonNullable<PublicState['source']> {
  return { id, type, ...(name === null ? {} : { name }) };
}

function toPublicItem(item: Item): PublicItem {
  const { kind, index, podcast, feedback, interactions } = item;
  return { kind, index, ...toShown(item), ...(podcast === null ? {} : { podcast }), feedback, interactions };
}

function toShown({ title, artist, album, artUrl, durationMs }: Item): NonNullable<PublicState['upNext']> {
  return {
    title,
    ...(artist === null ? {} : { artist }),
    ...(album === null ? {} : { album }),
    ...(artUrl === null ? {} : { artUrl }),
    ...(durationMs === null ? {} : { durationMs }),
  };
}

/** The item already in hand to follow, without asking for it. Null if only a listener can resume playback. */
function toUpNext({ playlist: { next }, intent, pairing }: State): PublicState['upNext'] {
  if (next.is !== 'some' || intent.stopped !== null || pairing.is === 'unpaired') return null;
  return toShown(next.entry.item);
}

/** What is stored and restored after a restart (contract, section 6). */
export function toRemembered(state: State, now: number): Remembered {
  const { intent, setting, playlist } = state;
  const { current, previous } = playlist;
  const open = unsettledEnd(playlist);
  return {
    wish: intent.wish,
    source: setting.source,
    item: current === null ? null : { ...current.item, audioUrl: null },
    positionMs: current === null ? 0 : Math.floor(positionOf(current, now)),
    closing: previous === null ? null : toRememberedClosing(previous),
    endTaken: open?.end.at === 'taken' && open.index !== null,
    exact: intent.wish !== 'playing',
    volume: state.volume,
    muted: state.muted,
    sourceEnded: intent.stopped === 'sourceEnded',
    ...toSourceHeld(state),
  };
}

const ASKED: readonly string[] = ['asked', 'unknown', 'taken'];

/** While a listener's source is being set, the service may already be at that one. */
function toSourceHeld({ setting, queue, intent }: State): Pick<Restored, 'sourceHeld'> {
  const isChosen = queue.some(
    ({ command, progress }) => command.type === 'play' && ASKED.includes(progress.at),
  );
  if (setting.source === null) return {};
  if (['takenOver', 'idleTimeout'].includes(intent.stopped ?? '')) return { sourceHeld: 'interrupted' };
  if (setting.held === 'no' || setting.held === 'interrupted') return { sourceHeld: setting.held };
  if (isChosen || setting.held === 'unknown') return { sourceHeld: 'unknown' };
  return setting.wasHeld === null ? {} : { sourceHeld: setting.wasHeld };
}

function toRememberedClosing({ index, trackToken, lengthS }: Previous): Restored['closing'] {
  return { index, trackToken, lengthS };
}

/** What is stored. `exact`: the stored position is exact. */
export type Remembered = Required<Omit<Restored, 'sourceHeld'>> &
  Pick<Restored, 'sourceHeld'> & { readonly exact: boolean };
