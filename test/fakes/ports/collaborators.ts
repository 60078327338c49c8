import { inspect } from 'node:util';
import type { Cell, Clock, Logger } from '../../../src/contract/ports.js';

/** A cell in memory that tells when its writes became durable. */
export function createMemoryCell<T>(initial: T | null = null): Cell<T> & {
  readonly log: string[];
  /** While set, writes wait for it; a rejection makes them fail. */
  gate: Promise<void> | null;
} {
  let value = initial;
  const log: string[] = [];
  return {
    log,
    gate: null,
    get value() {
      return value;
    },
    async write(next) {
      log.push('write');
      await this.gate;
      value = next;
      log.push('written');
    },
    async remove() {
      await this.gate;
      value = null;
      log.push('removed');
    },
  };
}

/** A clock that a test moves. */
export function createMovedClock(): Clock & { epoch: number; steady: number } {
  return {
    epoch: 1_700_000_000_000,
    steady: 5_000,
    epochMs() {
      return this.epoch;
    },
    steadyMs() {
      return this.steady;
    },
  };
}

/** A logger that keeps every line as text. */
export function createKeptLogger(): Logger & { readonly lines: string[] } {
  const lines: string[] = [];
  const keep = (level: string) => (details: object, message: string) => {
    lines.push(`${level} ${message} ${inspect(details, { depth: Infinity, showHidden: true })}`);
  };
  return { lines, debug: keep('debug'), info: keep('info'), warn: keep('warn'), error: keep('error') };
}
