import {
  alarmDone,
  alarmOf,
  presetOf,
  sleeps,
  sourceOfId,
  withAnnouncements,
  withPrepared,
  withRing,
} from '../facts/agenda.js';
import { alarmsDue, nextAlarm } from '../facts/alarms.js';
import { isSpokenAlone } from '../facts/announcements.js';
import { positionOf } from '../facts/entry.js';
import { wantsSound } from '../facts/intent.js';
import { belowCeiling, epochOf, sleepLeftMs, withMuted, withVolume } from '../facts/level.js';
import { withNotice, withoutNotice } from '../facts/notices.js';
import { playlistEmptied } from '../facts/playlist.js';
import { commandEnqueued, withCommand } from '../facts/queue.js';
import { heardRing, ringFrom, TONE } from '../facts/ring.js';
import { sourceSet } from '../facts/setting.js';
import { serviceWaited, soundFailed, soundWaited } from '../facts/troubles.js';
import { ringDismissed, paused } from '../learn/agenda.js';
import { ALARM } from '../vocabulary/limits.js';
import type { Alarm, Ring } from '../model/agenda.js';
import type { State } from '../model/state.js';
import { soundOf } from '../tables/sound.js';

/** Does what is scheduled, as a listener would do it. */
export function agendaTurned(state: State): State {
  const steps = [clockTold, belowCeiling, slept, prepared, rung, rungAgain, heardToRing, ringOver];
  return [...steps, announcementTurned].reduce((next, step) => step(next), state);
}

/** Tells listeners for as long as an alarm waits for the clock to be set. */
function clockTold(state: State): State {
  const { alarms, isClockSet } = state.agenda;
  const isSaid = state.notice?.notice.code === CLOCK_UNSET.code;
  const isTrue = !isClockSet && alarms.some(({ enabled }) => enabled);
  if (isTrue) return state.notice === null ? withNotice(state, CLOCK_UNSET) : state;
  return isSaid ? withoutNotice(state) : state;
}

const CLOCK_UNSET = {
  code: 'clockNotSet',
  message: 'The clock of the speaker was not set since it was switched on. Alarms wait for that.',
} as const;

function slept(state: State): State {
  const { sleep } = state.agenda;
  const { current } = state.playlist;
  if (sleep === null) return state;
  const isDue =
    sleep.by === 'time' ? (sleepLeftMs(state) ?? 0) <= 0 : current?.over === true && isEnded(state);
  if (!isDue) return state;
  if (state.agenda.ring?.is === 'ringing') return ringDismissed(sleeps(state, null));
  return sleeps(state.intent.wish === 'playing' ? paused(state) : state, null);
}

/** The item has come to its own end: no listener is skipping it. */
function isEnded({ queue }: State): boolean {
  return queue.every(({ progress }) => progress.at !== 'leaving');
}

/** An alarm that could not ring, because the power was off, is reported; it does not ring hours late. */
function rung(state: State): State {
  const due = alarmsDue(state);
  const nowMs = epochOf(state);
  const lateMs = nowMs - ALARM.longestMs;
  const done = due.reduce((next, { alarm, atMs }) => alarmDone(next, alarm, Math.max(atMs, lateMs)), state);
  const last = due.findLast(({ atMs }) => atMs > lateMs);
  const told = due.some(({ atMs }) => atMs <= lateMs) ? withNotice(done, MISSED) : done;
  if (last === undefined) return told;
  const volumeBefore = state.agenda.ring?.volumeBefore ?? state.volume;
  const known = { id: last.alarm.id, atMs: last.atMs, volumeBefore };
  return ringing(told, last.alarm, ringFrom(known, 'ringing', state.now));
}

const MISSED = {
  code: 'alarmMissed',
  message: 'An alarm could not ring, because the speaker was off.',
} as const;

const BY = { client: 'alarm', method: 'alarm.set', key: 'alarm' } as const;
/** A number that no caller has. */
const REF = -1;

/** Asks for the source a little early, to know in time whether it is available; takes no stream from elsewhere for that. */
function prepared(state: State): State {
  const next = nextAlarm(state);
  const isNear = next !== null && next.atMs - epochOf(state) <= ALARM.earlyMs;
  if (!isNear || state.pairing.is === 'unpaired' || state.intent.wish === 'playing' || isElsewhere(state))
    return state;
  const sourceId = sourceIdOf(state, next.alarm);
  const isAsked = state.agenda.preparedMs === next.atMs || state.setting.source?.id === sourceId;
  if (sourceId === null || isAsked || state.agenda.ring !== null) return state;
  const asked = commandEnqueued(withPrepared(state, next.atMs), {
    ref: REF,
    command: { type: 'play', sourceId },
    cause: BY,
  });
  return withCommand(serviceWaited(asked), REF, { silenced: true });
}

/** Whether the stream is, or may be, elsewhere: in a pause that is noticed in silence, and a start looks first. */
function isElsewhere({ intent, setting }: State): boolean {
  return intent.stopped === 'takenOver' || setting.held === 'interrupted' || setting.held === 'unasked';
}

function sourceIdOf(state: State, { sourceId, preset }: Alarm): string | null {
  return preset === null ? sourceId : (presetOf(state, preset)?.source.id ?? null);
}

function rungAgain(state: State): State {
  const { ring } = state.agenda;
  const alarm = ring === null ? null : alarmOf(state, ring.id);
  if (ring?.is !== 'snoozed' || ring.sinceMs > state.now || alarm === null) return state;
  // An alarm that was ringing when the agent was killed has only the rest of its time to be heard.
  const sinceMs = state.now - ring.sinceMs < ALARM.heardWithinMs ? ring.sinceMs : state.now;
  return ringing(state, alarm, ringFrom(ring, 'ringing', sinceMs));
}

/**
 * Sets the alarm's volume before the first sample, and its source unless that is there and can go on. Ends the sleep timer,
 * because the listener is to wake up.
 */
function ringing(state: State, alarm: Alarm, ring: Ring): State {
  const loud = withMuted(withVolume(state, alarm.volume ?? state.volume), false);
  const { source } = loud.setting;
  const sourceId = sourceIdOf(loud, alarm) ?? source?.id ?? null;
  const canGoOn = [null, 'serviceError'].includes(loud.intent.stopped) && sourceId === source?.id;
  const isThere = sourceId === null || canGoOn;
  const chosen = isThere ? loud : sourceSet(playlistEmptied(loud), sourceOfId(loud, sourceId), 'no');
  return sleeps(wantsSound(soundWaited(serviceWaited(withRing(chosen, ring)))), null);
}

/** Ends the tone once music is heard. If none comes in time, begins the tone and drops what is still opening. */
function heardToRing(state: State): State {
  const { ring } = state.agenda;
  if (ring?.is !== 'ringing' || isSpokenAlone(state)) return state;
  const { now } = state;
  const isHeard = soundOf(state).want(state).silence === null;
  if (isHeard && (ring.fallback || ring.heardMs === null))
    return withRing(state, heardRing(ring, { now, isTone: false }));
  if (isHeard || ring.fallback || now - ring.sinceMs < ALARM.patienceMs) return state;
  const late = withRing(state, heardRing(ring, { now, isTone: true }));
  const current = soundOf(late).want(late).hold;
  if (current === null || current === TONE) return late;
  return soundFailed(late, { fault: 'address', positionMs: positionOf(current, now) });
}

function ringOver(state: State): State {
  const { ring } = state.agenda;
  const isOver = ring?.is === 'ringing' && state.now - ring.sinceMs >= ALARM.longestMs;
  return isOver ? ringDismissed(state) : state;
}

/** On an output that does not mix, a waiting announcement would silence an alarm. */
function announcementTurned(state: State): State {
  const { announcements, ring } = state.agenda;
  const [first, ...others] = announcements;
  const isKept = ring?.is === 'ringing' && !state.player.mixes;
  if (first?.sinceMs !== null || isKept) return state;
  return withAnnouncements(state, [{ ...first, sinceMs: state.now }, ...others]);
}
