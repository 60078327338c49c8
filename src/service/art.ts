import { isIP } from 'node:net';
import { isNearName, nearnessOf } from '../near.js';
import { isFields } from './fields.js';

/** The fields that hold a picture's address (specification, section 2). */
const ADDRESSES = ['url', 'imageUrl'];
/** No field that is read lies this deep; deeper values could overflow the stack. */
const DEEPEST = 16;

/**
 * Removes pictures from an answer whose hosts are nearer than the service itself, at `peer`. A browser that shows the
 * remote is behind the household's router, and would request the household's machines on behalf of a public service.
 * Names are judged without a look-up, which is left to the browser.
 */
export function withoutNearArt(value: unknown, peer: string | null): unknown {
  const allowed = peer === null ? 0 : nearnessOf(peer);
  return allowed === 2 ? value : strip(value, address => isNearer(address, allowed), DEEPEST);
}

function strip(value: unknown, isBarred: (address: unknown) => boolean, depth: number): unknown {
  if (depth === 0) return null;
  if (Array.isArray(value)) return value.map(entry => strip(entry, isBarred, depth - 1));
  if (!isFields(value)) return value;
  const kept = Object.entries(value).filter(([name, of]) => !(ADDRESSES.includes(name) && isBarred(of)));
  return Object.fromEntries(kept.map(([name, of]) => [name, strip(of, isBarred, depth - 1)]));
}

function isNearer(address: unknown, allowed: number): boolean {
  if (typeof address !== 'string' || !URL.canParse(address)) return false;
  const host = new URL(address).hostname.replaceAll(/[[\]]/g, '');
  if (isIP(host) !== 0) return nearnessOf(host) > allowed;
  return isNearName(host);
}
