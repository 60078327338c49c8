/**
 * Loaded into an agent before its own code: at SIGUSR2 it writes every timer that runs in the process, Node's own
 * included, to the file of TIMERS_FILE.
 */
import { createHook } from 'node:async_hooks';
import { renameSync, writeFileSync } from 'node:fs';

/** What node:timers makes; its length is nowhere else to be had. */
interface Timer {
  readonly _idleTimeout: number;
}

export interface RunningTimer {
  /** Milliseconds. */
  readonly ms: number;
  /** Where it was set, innermost first. */
  readonly where: readonly string[];
}

const running = new Map<number, { readonly timer: Timer; readonly where: readonly string[] }>();

function findPlaces(): string[] {
  const lines = (new Error().stack ?? '').split('\n').slice(2);
  return lines.filter(line => !line.includes('agent-timers')).map(line => line.trim());
}

createHook({
  init(id, type, _trigger, timer: object) {
    if (type === 'Timeout') running.set(id, { timer: timer as Timer, where: findPlaces() });
  },
  destroy(id) {
    running.delete(id);
  },
}).enable();

process.on('SIGUSR2', () => {
  const path = process.env['TIMERS_FILE'] ?? '/dev/null';
  const timers = [...running.values()]
    .map(({ timer, where }): RunningTimer => ({ ms: timer._idleTimeout, where }))
    // Those that were cleared and not yet collected.
    .filter(({ ms }) => ms >= 0);
  writeFileSync(`${path}.new`, JSON.stringify(timers));
  renameSync(`${path}.new`, path);
});
