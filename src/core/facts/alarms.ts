import { epochOf } from './level.js';
import type { Alarm } from '../model/agenda.js';
import type { State } from '../model/state.js';
import { nextMoment } from '../vocabulary/zone.js';

export interface Due {
  readonly alarm: Alarm;
  /** Epoch. */
  readonly atMs: number;
}

/** The next time of an alarm, epoch milliseconds; null: it does not ring, or the clock was never set. */
export function nextOf({ agenda }: Pick<State, 'agenda'>, alarm: Alarm): number | null {
  const { zone, isClockSet } = agenda;
  const { enabled, minute, days, doneMs } = alarm;
  const atMs = enabled && isClockSet ? nextMoment(zone, minute, days, doneMs) : Number.POSITIVE_INFINITY;
  return atMs === Number.POSITIVE_INFINITY ? null : atMs;
}

/** The alarms to come, the next one first. */
function alarmsAhead(state: State): readonly Due[] {
  const ahead = state.agenda.alarms.flatMap(alarm => {
    const atMs = nextOf(state, alarm);
    return atMs === null ? [] : [{ alarm, atMs }];
  });
  return ahead.toSorted((a, b) => a.atMs - b.atMs);
}

export function nextAlarm(state: State): Due | null {
  return alarmsAhead(state)[0] ?? null;
}

/** Those whose time has come, the earliest first. */
export function alarmsDue(state: State): readonly Due[] {
  const nowMs = epochOf(state);
  return alarmsAhead(state).filter(({ atMs }) => atMs <= nowMs);
}
