import { nextAlarm } from '../facts/alarms.js';
import { epochOf, FADE_MS, isFading, sleepLeftMs } from '../facts/level.js';
import { ALARM } from '../vocabulary/limits.js';
import type { State } from '../model/state.js';
import type { Deadline } from '../vocabulary/timer.js';
import { nextEdge } from '../vocabulary/zone.js';

const FADE_STEP_MS = 500;

/** When things are scheduled to happen, steady milliseconds. */
function momentsOf(state: State): readonly number[] {
  const { agenda, settings, now, epochOffsetMs } = state;
  const { ring, zone, isClockSet } = agenda;
  const { quiet = null } = settings;
  const alarm = nextAlarm(state);
  const left = sleepLeftMs(state);
  const moments = [
    ...(alarm === null ? [] : [alarm.atMs - ALARM.earlyMs, alarm.atMs].map(atMs => atMs - epochOffsetMs)),
    ...(quiet === null || !isClockSet ? [] : [nextEdge(zone, quiet, epochOf(state)) - epochOffsetMs]),
    ...(left === null ? [] : [now + left - FADE_MS, now + left]),
    ...(ring === null ? [] : [0, ALARM.patienceMs, ALARM.longestMs].map(ms => ring.sinceMs + ms)),
  ];
  return moments.filter(moment => moment > now).map(Math.ceil);
}

/**
 * The deadlines of the agenda: what is due next, and the next step of a fade. Waiting costs no wake-up: if the
 * clock is set meanwhile, the offset changes, and with it the deadline (`clock.set`).
 */
export function agendaDeadlines(state: State): readonly Deadline[] {
  const { now, timers } = state;
  const next = Math.min(...momentsOf(state));
  const has = timers.agenda;
  // A timer may ring early, because Node's reach only 24.8 days; then it is set again.
  const isSame = has?.hasRung === false && has.key.startsWith(`${next} `);
  const key = isSame ? has.key : `${next} ${now}`;
  const due: Deadline = { name: 'agenda', key, delayMs: next - now, spreadMs: 0 };
  const step = {
    name: 'fade',
    key: `${Math.floor(now / FADE_STEP_MS)}`,
    delayMs: FADE_STEP_MS,
    spreadMs: 0,
  } as const;
  return [...(next === Number.POSITIVE_INFINITY ? [] : [due]), ...(isFading(state) ? [step] : [])];
}
