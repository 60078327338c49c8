import { EXIT } from '../errors.js';

const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;
/** npm passes a terminal's Ctrl-C on to a program that has had it already. */
const SAME_PRESS_MS = 100;

/**
 * Aborted by the first SIGTERM, SIGINT or SIGHUP; a second one ends the process at once (contract, section 6).
 * A reader of standard output that goes away (`tonearm … | head`) stops the program as well, cleanly.
 */
export function listenForStop(): AbortSignal {
  const stop = new AbortController();
  const pressedMs = new Map<string, number>();
  for (const [signal, number] of Object.entries(SIGNALS)) {
    process.on(signal, () => {
      const sinceMs = performance.now() - (pressedMs.get(signal) ?? Number.NEGATIVE_INFINITY);
      pressedMs.set(signal, performance.now());
      if (stop.signal.aborted && sinceMs > SAME_PRESS_MS) process.exit(128 + number);
      stop.abort();
    });
  }
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') process.exit(EXIT.fault);
    stop.abort();
  });
  return stop.signal;
}

/** Resolves once the signal is aborted. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise(resolve => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
