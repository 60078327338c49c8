import { isIP } from 'node:net';
import { isNearName, nearnessOf } from '../near.js';
import { isFields } from './fields.js';

/** The members that hold a picture's address (specification, section 2). */
const ADDRESSES = ['url', 'imageUrl'];
/** Nothing that is read of an answer lies so deep; what does may be deeper than the stack. */
const DEEPEST = 16;

/**
 * What the service answered, without the pictures that lie nearer than the service itself, at `peer`: whoever looks at
 * the remote stands behind the household's router, and would ask one of its machines for a public service. By what an
 * address says: the browser looks names up, not the speaker.
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
