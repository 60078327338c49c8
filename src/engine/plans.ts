import { ALARM } from '../core/vocabulary/limits.js';
import { type Agenda, EMPTY_AGENDA } from '../core/model/agenda.js';
import type { Restored, State } from '../core/model/state.js';
import type { Cell, Clock, Logger } from '../contract/ports.js';
import type { DayRecord } from '../contract/records.js';

/**
 * Returns what this run takes over of what was planned. A time to sleep that has passed is due at once, and an alarm
 * that rang half an hour ago at most rings again.
 */
export function toAgenda(day: DayRecord | null, clock: Clock): Agenda {
  if (day === null) return EMPTY_AGENDA;
  const { presets, alarms, sleep } = day;
  const [nowMs, now] = [clock.epochMs(), clock.steadyMs()];
  const steady = (epochMs: number): number => epochMs - nowMs + now;
  const ring = isRingOver(day, nowMs) ? null : day.ring;
  return {
    ...EMPTY_AGENDA,
    presets,
    alarms,
    sleep:
      sleep === null || sleep === 'item'
        ? sleep && { by: sleep }
        : { by: 'time', endsMs: steady(sleep.endsAtMs) },
    // As one whose snooze is over: the player holds nothing of it.
    ring: ring && { ...ring, is: 'snoozed', sinceMs: steady(ring.sinceMs), heardMs: null, fallback: false },
  };
}

/** Returns what this run continues: after an alarm that rang when the last run ended, and rings no more, nothing goes on. */
export function afterRing(
  restored: Restored,
  day: DayRecord | null,
  clock: Pick<Clock, 'epochMs'>,
): Restored {
  if (day?.ring?.is !== 'ringing' || !isRingOver(day, clock.epochMs())) return restored;
  return { ...restored, wish: 'paused', volume: day.ring.volumeBefore };
}

/** Of no snooze is as much left as a clock that starts far back makes of it. */
function isRingOver({ ring }: DayRecord, nowMs: number): boolean {
  const ageMs = ring === null ? Infinity : nowMs - ring.sinceMs;
  return ageMs >= ALARM.longestMs || ageMs < -ALARM.longestSnoozeMs;
}

export interface Plans {
  /** Keeps the stored plans in step with the state: each change is written at once, as they are few. */
  observe(state: Pick<State, 'agenda' | 'epochOffsetMs'>): void;
  /** Resolves once the last change is on the disk, or could not be written. */
  kept(): Promise<void>;
}

export function createPlans(cell: Cell<DayRecord>, logger: Logger): Plans {
  let seen: Agenda | null = null;
  let writing = Promise.resolve();
  // What the start has read, or what nobody has planned, needs no writing.
  let written = JSON.stringify(cell.value ?? toDay(EMPTY_AGENDA, 0));
  return {
    observe({ agenda, epochOffsetMs }) {
      const before = seen;
      seen = agenda;
      const names = ['presets', 'alarms', 'sleep', 'ring'] as const;
      if (before !== null && names.every(name => agenda[name] === before[name])) return;
      const day = toDay(agenda, epochOffsetMs);
      const text = JSON.stringify(day);
      if (text === written) return;
      written = text;
      writing = cell.write(day).catch((error: unknown) => {
        logger.warn({ err: error }, 'What is planned could not be saved and may be lost at a restart.');
      });
    },
    kept: () => writing,
  };
}

function toDay({ presets, alarms, sleep, ring }: Agenda, epochOffsetMs: number): DayRecord {
  const epoch = (steadyMs: number): number => Math.round(steadyMs + epochOffsetMs);
  const { id = '', is = 'snoozed', atMs = 0, sinceMs = 0, volumeBefore = 0 } = ring ?? {};
  return {
    presets,
    alarms,
    sleep: sleep?.by === 'time' ? { endsAtMs: epoch(sleep.endsMs) } : sleep && sleep.by,
    ring: ring && { id, is, atMs, sinceMs: epoch(sinceMs), volumeBefore },
  };
}
