import type { Clock, Decision, Logger } from '../ports.js';
import { toRecordedFields } from './recorded-fields.js';
import { toPlaying } from '../core/playing.js';
import { beginningFault, type FaultKind } from './fault-kind.js';

/** What is kept at most, in characters; at the pace of ordinary playing that is hours, of the worst faults minutes. */
const KEPT = 64 * 1024;
/** How much of it a fault writes into the log, and how rarely the same kind of fault does. */
const LINES_OF_A_FAULT = 16;
const FAULT_EVERY_MS = 6 * 3_600_000;

export interface FlightRecorder {
  observe(decision: Decision): void;
  /** The newest `count` lines of JSON, or all, oldest first. */
  lines(count?: number): string[];
}

/**
 * The last minutes of events, kept in memory within a bound, free of secrets because only numbers and known words are
 * kept at all. Each event is a line of the log at `debug`; a fault puts what came before it into the log.
 */
export function createFlightRecorder(options: {
  readonly clock: Clock;
  readonly logger: Logger;
  /** In characters; 65,536 where left out. */
  readonly kept?: number;
}): FlightRecorder {
  const { clock, logger, kept = KEPT } = options;
  const lines: string[] = [];
  const toldAtMs = new Map<FaultKind, number>();
  let size = 0;

  function keep(line: string): void {
    lines.push(line);
    size += line.length;
    while (size > kept) size -= lines.shift()?.length ?? size;
  }

  function tellFault(kind: FaultKind, steadyMs: number): void {
    const last = toldAtMs.get(kind);
    if (last !== undefined && steadyMs - last < FAULT_EVERY_MS) return;
    toldAtMs.set(kind, steadyMs);
    const record = lines.slice(-LINES_OF_A_FAULT).map(line => JSON.parse(line) as unknown);
    logger.warn({ fault: kind, record }, 'What came before the fault.');
  }

  return {
    observe(decision) {
      if (isTick(decision)) return;
      const entry = toEntry(decision);
      logger.debug(entry, 'An event.');
      keep(JSON.stringify({ at: new Date(clock.epochMs()).toISOString(), ...entry }));
      const kind = beginningFault(decision);
      if (kind !== null) tellFault(kind, decision.steadyMs);
    },
    lines: (count = lines.length) => lines.slice(Math.max(0, lines.length - count)),
  };
}

/** The player tells its position each second; where nothing is done about it there is nothing to tell. */
function isTick({ event, effects }: Decision): boolean {
  return event.type === 'player.position' && effects.every(({ type }) => type === 'timer.set');
}

function toEntry({ event, before, after, effects }: Decision): Record<string, unknown> {
  const was = toPlaying(before);
  const is = toPlaying(after);
  const done = effects.map(({ type, ...effect }) => {
    const fields = Object.entries(toRecordedFields(effect)).map(([name, value]) => `${name}=${value}`);
    return [type, ...fields].join(' ');
  });
  const { fault, attempt } = is.soundFault ?? is.serviceFault ?? {};
  return {
    event: event.type,
    ...toRecordedFields(event),
    sound: is.sound === was.sound ? is.sound : `${was.sound} → ${is.sound}`,
    place: is.place === was.place ? is.place : `${was.place} → ${is.place}`,
    ...(is.wish !== was.wish && { wish: is.wish }),
    ...(fault !== undefined && { fault, attempt }),
    ...(done.length > 0 && { effects: done }),
  };
}
