import { EXIT, ExitError } from '../errors.js';
import { complain } from './output.js';

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
    if (error.code !== 'EPIPE') {
      complain(`standard output cannot be written (${error.code ?? 'unknown'})`);
      process.exit(EXIT.fault);
    }
    stop.abort();
  });
  // Whoever closed it does not want to read of it either.
  process.stderr.on('error', () => undefined);
  return stop.signal;
}

/** What comes of the work, unless the signal is aborted before: then an `ExitError` 1. The work is not undone. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const broken = untilAborted(signal).then(() => {
    throw new ExitError(EXIT.fault, 'stopped before it was done');
  });
  return Promise.race([work, broken]);
}

/** Resolves once the signal is aborted. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise(resolve => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
