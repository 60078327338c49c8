import type { CommandOf } from '../../contract/command.js';
import { isGoing, withoutAnnouncement } from '../facts/announcements.js';
import { sleeps, withAlarm, withAnnouncements, withoutAlarm, withRing, withSpoken } from '../facts/agenda.js';
import { epochOf, withVolume } from '../facts/level.js';
import { withIntent } from '../facts/intent.js';
import { handedOver, noteAdded } from '../facts/playlist.js';
import { queueSilenced } from '../facts/queue.js';
import { hasBegun, isHandingOver } from '../facts/read.js';
import { ringFrom } from '../facts/ring.js';
import { ALARM } from '../vocabulary/limits.js';
import type { State } from '../model/state.js';

export function sleepSet(state: State, { afterMs, afterItem }: CommandOf<'sleep'>): State {
  if (afterItem === true) return sleeps(state, { by: 'item' });
  return sleeps(state, afterMs === undefined ? null : { by: 'time', endsMs: state.now + afterMs });
}

export function alarmSet(state: State, { id = '', time, ...asked }: CommandOf<'setAlarm'>): State {
  const minute = Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  const { days = [], sourceId = null, preset = null, volume = null, enabled = true } = asked;
  const alarm = { id, minute, days: [...new Set(days)].sort(), sourceId, preset, volume, enabled };
  const ring = state.agenda.ring?.id === id ? null : state.agenda.ring;
  const doneMs = state.agenda.isClockSet ? epochOf(state) : 0;
  return withAlarm(withRing(state, ring), { ...alarm, doneMs });
}

export function alarmRemoved(state: State, id: string): State {
  return withoutAlarm(state.agenda.ring?.id === id ? ringDismissed(state) : state, id);
}

/** Ends the ring: silence, and the volume from before it. */
export function ringDismissed(state: State): State {
  const { ring } = state.agenda;
  if (ring === null) return state;
  const ended = withRing(state, null);
  return ring.is === 'ringing' ? paused(withVolume(ended, ring.volumeBefore)) : ended;
}

/** Ends the ring, but not the sound: what a listener chose meanwhile plays on as music. */
export function ringOverruled(state: State): State {
  return withRing(state, null);
}

export function ringSnoozed(state: State, afterMs: number = ALARM.snoozeMs): State {
  const { ring } = state.agenda;
  if (ring?.is !== 'ringing') return state;
  return withRing(ringDismissed(state), ringFrom(ring, 'snoozed', state.now + afterMs));
}

/** During a handover the current item is over, so a command means the next one. */
function meantOf(state: State): State {
  return isHandingOver(state) ? handedOver(state) : state;
}

export function paused(state: State): State {
  return state.intent.wish === 'playing' ? quieted(state, 'paused') : queueSilenced(state);
}

/** Stops the sound. The service is told where, unless the item never began. */
export function quieted(state: State, wish: 'paused' | 'stopped'): State {
  const meant = queueSilenced(meantOf(state));
  const isTold = isGoing(meant) && hasBegun(meant);
  return withIntent(isTold ? noteAdded(meant, 'setPaused') : meant, { wish });
}

export function announcementAdded(state: State, { id, by, lengthMs, volume }: CommandOf<'announce'>): State {
  const { announcements } = state.agenda;
  return withAnnouncements(state, [
    ...announcements,
    { id, by, lengthMs, volume: volume ?? null, sinceMs: null },
  ]);
}

/** A waiting announcement then never sounds. The one that sounds keeps its place until its end is reported. */
export function announcementCancelled(state: State, id: string): State {
  return state.agenda.spoken === id ? state : withoutAnnouncement(state, id);
}

/**
 * The announcement has ended, or could not sound. An alarm that left it the output has its full time for music from now
 * on.
 */
export function announcementOver(state: State, id: string): State {
  const { agenda, player } = state;
  const { ring, spoken } = agenda;
  if (spoken !== id) return state;
  const left = withSpoken(withoutAnnouncement(state, id), null);
  const waits = ring?.is === 'ringing' && ring.heardMs === null && !player.mixes;
  return waits ? withRing(left, { ...ring, sinceMs: state.now }) : left;
}
