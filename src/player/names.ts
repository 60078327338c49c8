import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';

/** Longer than a load is waited for, so that the next try finds what the last one has learned. */
const KEPT_MS = 30_000;
const AT_ONCE = 2;

export interface Names {
  /** With `signal` it is wanted no more: where it has not begun by then, it never does, and this settles no more. */
  find(host: string, signal: AbortSignal): Promise<readonly LookupAddress[]>;
  /** What was found is of no use: the next try asks again. */
  forget(host: string): void;
}

/** A host that waits for its turn, and who wants it. */
interface Waiting {
  readonly wanted: Set<AbortSignal>;
  readonly found: Promise<readonly LookupAddress[]>;
  readonly begin: () => Promise<unknown>;
}

/**
 * Looks hosts up by the system, as mpv does. One that is asked for again meanwhile is not asked for twice: where a name
 * server is slow, mpv's own look-up is all that the next try of the same host has to wait for. Two at a time, so that a dead
 * host holds up no good one: the system's cannot be given up, and half of libuv's threads do them (`threads.ts`).
 */
export function createNames(look: (host: string) => Promise<readonly LookupAddress[]> = byTheSystem): Names {
  const asked = new Map<string, Promise<readonly LookupAddress[]>>();
  const waiting = new Map<string, Waiting>();
  let underWay = 0;

  function next(): void {
    const [first] = waiting;
    if (underWay >= AT_ONCE || first === undefined) return;
    const [host, entry] = first;
    waiting.delete(host);
    underWay += 1;
    void entry.begin().finally(() => {
      underWay -= 1;
      next();
    });
  }

  function enqueue(host: string): Waiting {
    let begin = (): Promise<unknown> => Promise.resolve();
    const found = new Promise<readonly LookupAddress[]>((resolve, reject) => {
      begin = () => {
        asked.set(host, found);
        return look(host).then(resolve, reject);
      };
    });
    found.then(
      () => setTimeout(() => asked.delete(host), KEPT_MS).unref(),
      () => asked.delete(host),
    );
    const entry = { wanted: new Set<AbortSignal>(), found, begin };
    waiting.set(host, entry);
    return entry;
  }

  function find(host: string, signal: AbortSignal): Promise<readonly LookupAddress[]> {
    const family = isIP(host);
    if (family !== 0) return Promise.resolve([{ address: host, family }]);
    const known = asked.get(host);
    if (known !== undefined) return known;
    const entry = waiting.get(host) ?? enqueue(host);
    entry.wanted.add(signal);
    const giveUp = () => {
      entry.wanted.delete(signal);
      if (entry.wanted.size === 0 && waiting.get(host) === entry) waiting.delete(host);
    };
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp, { once: true });
    next();
    return entry.found;
  }

  return { find, forget: host => asked.delete(host) };
}

function byTheSystem(host: string): Promise<readonly LookupAddress[]> {
  return lookup(host, { all: true });
}
