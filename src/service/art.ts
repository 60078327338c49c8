import { isIP } from 'node:net';
import { isNearName, leadsNear } from '../lib/near.js';

/** The fields that hold a picture's address (specification, section 2). */
const ADDRESSES = ['url', 'imageUrl'];
/** No field that is read lies this deep; deeper values could overflow the stack. */
const DEEPEST = 16;
/** How many pictures of an answer are judged; no list has as many. The rest are removed, as judging them takes long. */
const MOST = 2_000;

/**
 * Removes pictures from an answer, in place, whose hosts are near although the service, at `peer`, is not. A browser that shows
 * the remote is behind the household's router, and would request the household's machines on behalf of a public service.
 * Names are judged without a look-up, which is left to the browser.
 */
export function withoutNearArt(value: unknown, peer: string | null): unknown {
  if (peer !== null && leadsNear(peer)) return value;
  let judged = 0;
  const isBarred = (address: unknown): boolean => {
    judged += 1;
    return judged > MOST || isOfNear(address);
  };
  if (isTree(value)) strip(value, isBarred, DEEPEST);
  return value;
}

type Tree = Record<string, unknown>;

/** Whether this is an object or an array. */
function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null;
}

/** Changes the answer itself: a copy of one with a hundred thousand fields would take half a second. */
function strip(value: Tree, isBarred: (address: unknown) => boolean, depth: number): void {
  for (const name of Object.keys(value)) {
    const of = value[name];
    if (ADDRESSES.includes(name) && isBarred(of)) Reflect.deleteProperty(value, name);
    else if (!isTree(of)) continue;
    else if (depth === 1) value[name] = null;
    else strip(of, isBarred, depth - 1);
  }
}

function isOfNear(address: unknown): boolean {
  if (typeof address !== 'string' || !URL.canParse(address)) return false;
  const host = new URL(address).hostname.replaceAll(/[[\]]/g, '');
  if (isIP(host) !== 0) return leadsNear(host);
  return isNearName(host);
}
