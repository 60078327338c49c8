import { EXIT, ExitError } from '../contract/errors.js';
import { complain } from './output.js';

const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;
/**
 * Time in milliseconds within which a repeated signal is the same key press: npm forwards a Ctrl-C that the program has
 * already received.
 */
const SAME_PRESS_MS = 100;

/**
 * Returns a signal that aborts on the first SIGTERM, SIGINT or SIGHUP; a second one ends the process at once (contract,
 * section 6). When the reader of standard output ends (`tonearm … | head`), the program stops too, cleanly.
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
      complain(`cannot write to standard output (${error.code ?? 'unknown'})`);
      process.exit(EXIT.fault);
    }
    stop.abort();
  });
  // Ignore a closed standard error: there is nothing left to report to.
  process.stderr.on('error', () => undefined);
  return stop.signal;
}

/**
 * Resolves like `work`, or rejects with an `ExitError` 1 if the signal is aborted first. The work itself is not undone.
 */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const broken = untilAborted(signal).then(() => {
    throw new ExitError(EXIT.fault, 'stopped before it finished');
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
