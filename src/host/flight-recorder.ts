import { createWriter } from '../flight/writer.js';
import { tellLine } from '../flight/telling.js';
import type { Decision, Logger } from '../ports.js';
import { beginningFault, type FaultKind } from './fault-kind.js';

/** What is kept at most, in characters; at the pace of ordinary playing that is hours, of the worst faults minutes. */
const KEPT = 64 * 1024;
/** How many decisions a fault writes into the log, and how rarely the same kind of fault does. */
const LINES_OF_A_FAULT = 16;
const FAULT_EVERY_MS = 6 * 3_600_000;

export interface FlightRecorder {
  observe(decision: Decision): void;
  /** The record, a line of JSON each: what `tonearm replay` reads. */
  lines(): string[];
  /** The newest `count` decisions, oldest first, for a reader: how long before the last one, what came, what it led to. */
  latest(count: number): string[];
}

/**
 * The last minutes of decisions, kept in memory within a bound, complete and free of secrets: texts that are not our own
 * have stand-ins. Each decision is a line of the log at `debug`; a fault puts what came before it into the log.
 */
export function createFlightRecorder(options: {
  /** Of this program. */
  readonly version: string;
  readonly logger: Logger;
  /** In characters; 65,536 where left out. */
  readonly kept?: number;
}): FlightRecorder {
  const { version, logger, kept = KEPT } = options;
  const writer = createWriter({ header: { version, node: process.version }, kept });
  const toldAtMs = new Map<FaultKind, number>();

  function tellFault(kind: FaultKind, steadyMs: number): void {
    const last = toldAtMs.get(kind);
    if (last !== undefined && steadyMs - last < FAULT_EVERY_MS) return;
    toldAtMs.set(kind, steadyMs);
    logger.warn({ fault: kind, record: latest(LINES_OF_A_FAULT) }, 'What came before the fault.');
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
      logger.debug({ event: type, ...told, ...done, rows: { sound, place, command } }, 'An event.');
      const kind = beginningFault(decision);
      if (kind !== null) tellFault(kind, decision.steadyMs);
    },
    lines: () => writer.lines(),
    latest,
  };
}
