import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';

/** Longer than a load is waited for, so that the next try finds what the last one has learned. */
const KEPT_MS = 30_000;

export interface Names {
  find(host: string): Promise<readonly LookupAddress[]>;
  /** What was found is of no use: the next try asks again. */
  forget(host: string): void;
}

/**
 * Looks hosts up by the system, as mpv does. One that is asked for again meanwhile is not asked for twice: where a name
 * server is slow, mpv's own look-up is all that the next try of the same host has to wait for.
 */
export function createNames(): Names {
  const asked = new Map<string, Promise<readonly LookupAddress[]>>();

  function find(host: string): Promise<readonly LookupAddress[]> {
    const family = isIP(host);
    if (family !== 0) return Promise.resolve([{ address: host, family }]);
    const known = asked.get(host);
    if (known !== undefined) return known;
    const found = lookup(host, { all: true });
    asked.set(host, found);
    found.then(
      () => setTimeout(() => asked.delete(host), KEPT_MS).unref(),
      () => asked.delete(host),
    );
    return found;
  }

  return { find, forget: host => asked.delete(host) };
}
