import { glidesFrom, withoutGlide } from './agenda.js';
import { endOf, positionOf } from './entry.js';
import type { Announcement } from '../model/agenda.js';
import type { State } from '../model/state.js';
import { isWithin } from '../vocabulary/zone.js';

/** How long the sound takes to fade before the speaker sleeps, and an alarm takes to rise. */
export const FADE_MS = 30_000;
/** How long sound that is too loud takes to glide down to a ceiling. */
const GLIDE_MS = 10_000;
/** An alarm begins with this part of its volume. */
const FAINT = 0.4;

export function epochOf({ now, epochOffsetMs }: State): number {
  return now + epochOffsetMs;
}

/** The ceiling that counts now: the operator's, and that of the quiet hours. */
export function ceilingOf(state: State): number {
  const { volumeMax, quiet = null } = state.settings;
  const { zone, isClockSet } = state.agenda;
  const isQuiet = quiet !== null && isClockSet && isWithin(zone, quiet, epochOf(state));
  return isQuiet ? Math.min(volumeMax, quiet.volumeMax) : volumeMax;
}

/** A listener's volume comes at once, also while the sound glides down. */
export function withVolume(state: State, wanted: number): State {
  const volume = Math.max(0, Math.min(Math.round(wanted), ceilingOf(state)));
  return volume === state.volume ? state : withoutGlide({ ...state, volume });
}

/** How loud an announcement is to be. */
export function loudnessOf(state: State, { volume }: Announcement): number {
  return Math.min(volume ?? state.volume, ceilingOf(state));
}

export function withMuted(state: State, muted: boolean): State {
  return muted === state.muted ? state : { ...state, muted };
}

/** Lowers the volume to a ceiling that has just begun; the sound glides down to it. */
export function belowCeiling(state: State): State {
  const ceiling = ceilingOf(state);
  if (state.volume <= ceiling) return state;
  const lowered = withVolume(state, ceiling);
  return state.player.isRunning ? glidesFrom(lowered, state.volume) : lowered;
}

/** How long until the speaker sleeps, milliseconds; null: not, or it is not known. */
export function sleepLeftMs(
  { agenda: { sleep }, playlist: { current }, now: present }: State,
  now = present,
): number | null {
  if (sleep === null) return null;
  if (sleep.by === 'time') return sleep.endsMs - now;
  const endMs = current === null ? null : endOf(current);
  return current === null || endMs === null ? null : endMs - positionOf(current, now);
}

/** The factors of the level, each from 0 to 1. */
function factorsOf(state: State): readonly number[] {
  const { ring } = state.agenda;
  const left = sleepLeftMs(state);
  const sinceMs = ring?.heardMs ?? state.now;
  const risen = ring?.is === 'ringing' ? FAINT + (1 - FAINT) * ((state.now - sinceMs) / FADE_MS) : 1;
  return [left === null ? 1 : left / FADE_MS, risen];
}

/** How loud the player is to be: the volume with all its factors. A fade does not change the volume. */
export function levelOf(state: State): number {
  const { volume, agenda, now } = state;
  const over = agenda.glide === null ? 0 : Math.max(0, agenda.glide.from - volume);
  const gone = agenda.glide === null ? 1 : Math.min(1, (now - agenda.glide.sinceMs) / GLIDE_MS);
  const base = volume + over * (1 - gone);
  const level = factorsOf(state).reduce((product, one) => product * Math.max(0, Math.min(1, one)), base);
  return Math.round(level * 10) / 10;
}

/** Whether the level changes by itself. */
export function isFading(state: State): boolean {
  const { agenda, now } = state;
  const isGliding = agenda.glide !== null && now - agenda.glide.sinceMs < GLIDE_MS;
  const isRising = agenda.ring?.is === 'ringing' && state.now - (agenda.ring.heardMs ?? state.now) < FADE_MS;
  const left = sleepLeftMs(state);
  return isGliding || isRising || (left !== null && left < FADE_MS && left > 0);
}
