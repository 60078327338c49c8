import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';

/** Longer than the wait for a load, to let the next try use the result of the last one. */
const KEPT_MS = 30_000;
const AT_ONCE = 2;

export interface Names {
  /**
   * Looks up a host. `signal` withdraws the request: a look-up that no other caller wants and that has not begun never
   * begins, and the promise never settles.
   */
  find(host: string, signal: AbortSignal): Promise<readonly LookupAddress[]>;
  /** Discards the result for a host, because it was of no use: the next try asks again. */
  forget(host: string): void;
}

/** A host that waits for its look-up, with the signals of the callers that want it. */
interface Waiting {
  readonly wanted: Set<AbortSignal>;
  readonly found: Promise<readonly LookupAddress[]>;
  readonly begin: () => Promise<unknown>;
}

/**
 * Creates a resolver that uses the system's look-up, as mpv does. A host that is being looked up is not asked for
 * twice: with a slow name server, the next try of the same host has to wait only for mpv's own look-up. Two look-ups
 * run at a time, to keep a dead host from delaying a good one: a look-up by the system cannot be cancelled, and half of
 * libuv's threads perform them (`threads.ts`).
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
