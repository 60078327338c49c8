import { createWriter } from '../flight/writer.js';
import { tellLine } from '../flight/telling.js';
import type { Decision, Logger } from '../contract/ports.js';
import { beginningFault, type FaultKind } from './fault-kind.js';

/** The most characters kept: hours of ordinary playback, or minutes of the worst faults. */
const KEPT = 64 * 1024;
/** How many decisions a fault writes to the log, and the least time between two faults of the same kind that do. */
const LINES_OF_A_FAULT = 16;
const FAULT_EVERY_MS = 6 * 3_600_000;

export interface FlightRecorder {
  observe(decision: Decision): void;
  /** The record, one line of JSON each, as `tonearm replay` reads it. */
  lines(): string[];
  /** The newest `count` decisions, oldest first, as text: the time before the last one, the event, and the result. */
  latest(count: number): string[];
}

/**
 * Creates the recorder, which keeps the latest decisions in memory within a bound: complete, and without secrets,
 * because texts from outside are replaced by stand-ins. Logs each decision at `debug`; a fault writes the decisions
 * before it to the log.
 */
export function createFlightRecorder(options: {
  /** Of this program. */
  readonly version: string;
  readonly logger: Logger;
  /** The most characters kept; default 65,536. */
  readonly kept?: number;
}): FlightRecorder {
  const { version, logger, kept = KEPT } = options;
  const writer = createWriter({ header: { version, node: process.version }, kept });
  const toldAtMs = new Map<FaultKind, number>();

  function tellFault(kind: FaultKind, steadyMs: number): void {
    const last = toldAtMs.get(kind);
    if (last !== undefined && steadyMs - last < FAULT_EVERY_MS) return;
    toldAtMs.set(kind, steadyMs);
    logger.warn({ fault: kind, record: latest(LINES_OF_A_FAULT) }, 'These events preceded the fault.');
  }

  function latest(count: number): string[] {
    const told = writer.latest(count);
    const lastMs = told.at(-1)?.atMs ?? 0;
    return told.map(line => tellLine({ ...line, atMs: line.atMs - lastMs }));
  }

  return {
    observe(decision) {
      const line = writer.note(decision);
      if (line === null) return;
      const { event, sound, place, command, ...done } = line;
      const { type, ...told } = event;
      logger.debug(
        { event: type, ...told, ...done, rows: { sound, place, command } },
        'An event was handled.',
      );
      const kind = beginningFault(decision);
      if (kind !== null) tellFault(kind, decision.steadyMs);
    },
    lines: () => writer.lines(),
    latest,
  };
}
