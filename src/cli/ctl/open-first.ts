import { setTimeout as sleep } from 'node:timers/promises';
import { ControlError } from '../../client/control-error.js';
import { EXIT, ExitError } from '../../contract/errors.js';
import { type Connected, UnreachableError } from './connect.js';

/** How long to wait for the first address before trying the next as well, in milliseconds. */
const PATIENCE_MS = 2_000;
/** The same for the others: many silent addresses may be advertised. */
const NEXT_MS = 100;
const MOST_ADDRESSES = 256;
/**
 * Opens the first address that works. Anybody can advertise a speaker, so the next address is tried when one fails, is
 * another speaker, or stays silent for a while.
 */
export async function openFirst(
  urls: readonly string[],
  open: (url: string) => Promise<Connected>,
): Promise<Connected> {
  const addresses = [...new Set(urls)].slice(0, MOST_ADDRESSES);
  const tries: Promise<Connected>[] = [];
  for (const url of addresses) {
    tries.push(open(url));
    const isLast = tries.length === addresses.length;
    const patienceMs = tries.length === 1 ? PATIENCE_MS : NEXT_MS;
    const opened = await Promise.race([
      Promise.any(tries).catch(() => null),
      ...(isLast ? [] : [sleep(patienceMs, null, { ref: false })]),
    ]);
    if (opened === null) continue;
    for (const other of tries)
      void other.then(client => client !== opened && client.stop()).catch(() => undefined);
    return opened;
  }
  const errors = await Promise.all(tries.map(attempt => attempt.then(() => null, toExit)));
  // An error from the speaker itself takes precedence over errors from other peers.
  const said = errors.find(error => error !== null && !isElsewhere(error)) ?? errors[0];
  throw said ?? new ExitError(EXIT.fault, 'no address');
}

/** Returns an `ExitError`; throws any other error, which is not about a speaker. */
export function toExit(error: unknown): ExitError {
  if (error instanceof ExitError) return error;
  throw error;
}

/** Whether no speaker has answered, or another than the one that is meant. */
export function isElsewhere(error: ExitError): boolean {
  const isUnproven = error.cause instanceof ControlError && error.cause.reason === 'unproven';
  return isUnproven || error instanceof UnreachableError;
}
