import type { LookupAddress } from 'node:dns';
import { setMaxListeners } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import type { LookupFunction } from 'node:net';
import type { LoadRequest } from '../../contract/ports.js';
import type { Shown } from '../../core/vocabulary/player-event.js';
import { isOfCertificate, SYSTEM_AUTHORITIES } from '../../lib/authorities.js';
import { deadline } from '../../lib/deadline.js';
import { isAudioAddress, isPlain } from './audio-address.js';
import type { Barrier, Reach } from './reach.js';

/** Slightly below the 15 seconds of silence after which the engine loads the item again. */
const NAME_MS = 14_000;
/** Time for all redirects of an address together; the target must still be opened within those 15 seconds. */
const WAY_MS = 10_000;
/** Time for a host that sounded before to show that it still answers. */
const ANSWER_MS = 3_000;
const MOST_REDIRECTS = 10;
/** How much of an item the agent reads itself before it believes that the item is at fault (service rules, "Playing"). */
const PROBE_BYTES = 65_536;
/** Node's own limit before it tries the next address of a host, 250 ms, is too short for a slow link that works. */
const ATTEMPT_MS = 1_000;

/** Where an address leads, in a form that mpv may open, and what asking its host showed; null: it was not asked. */
export type Way = Pick<LoadRequest, 'url' | 'hasRanges'> & { readonly shown: Shown | null };

/** Checks whether mpv may open an address, without asking its host; `dismissed`: the result is no longer wanted. */
export async function checkWay(url: string, reach: Reach, dismissed: AbortSignal): Promise<Way | Barrier> {
  const reached = await reach(url, deadline(NAME_MS, dismissed));
  return 'fault' in reached ? reached : { url, shown: null };
}

/**
 * Asks the host and each host it redirects to, because mpv follows no redirect and reports none. Each address is
 * checked before it is asked, and the request goes to the IP address that was checked. If a host does not answer,
 * returns its address anyway, and mpv asks once more. `well`: the origin of a host that sounded before, or null.
 */
export async function findWay(
  url: string,
  reach: Reach,
  { plain, well, dismissed }: WayOptions,
): Promise<Way | Barrier> {
  const signal = deadline(WAY_MS, dismissed);
  // Each step adds listeners to this signal.
  setMaxListeners(0, signal);
  // The system's certificates, which mpv uses too; if there are none, Node's own.
  const ca = await readFile(SYSTEM_AUTHORITIES).catch(() => undefined);
  let at = url;
  let checked = url;
  try {
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
      const reached = await reach(at, signal);
      if ('fault' in reached) return reached;
      checked = at;
      const { status, headers } = await readBeginning(at, { ...reached, ca, signal });
      if (status >= 400) return { fault: 'refused', httpStatus: status, detail: `HTTP status ${status}` };
      if (status < 300) return isPacked(headers) ? packed : toRead(at, headers, url);
      if (headers.location === undefined) break;
      if (redirects === MOST_REDIRECTS) return { ...tooMany, httpStatus: status };
      // Keep an absolute address byte for byte; Node delivers header bytes as Latin-1.
      const location = Buffer.from(headers.location, 'latin1').toString();
      const next = /^https?:/i.test(location) ? location : new URL(location, at).href;
      if (!isAudioAddress(next)) return { ...astray, httpStatus: status };
      // An address that began without TLS may end without it, whatever lies between.
      if (isPlain(next) && !isPlain(url) && !plain) return insecure;
      at = next;
    }
  } catch (error) {
    const word = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (isOfCertificate(word)) return { fault: 'untrusted', httpStatus: null, detail: word };
  }
  const isAlone = well !== null && new URL(well).origin !== new URL(checked).origin;
  const isOnlyHere = isAlone && (await answers(`${well}/`, reach, dismissed));
  return { url: checked, shown: isOnlyHere ? 'unanswered' : 'silent' };
}

interface WayOptions {
  readonly plain: boolean;
  readonly well: string | null;
  readonly dismissed: AbortSignal;
}

/** The beginning was read; mpv believes a host that does not say how long the item is when asked for a part of it. */
function toRead(url: string, headers: IncomingHttpHeaders, asked: string): Way {
  const ranges = hasRanges(headers);
  return { url, hasRanges: ranges, shown: ranges && url === asked ? 'read' : 'led' };
}

const insecure = {
  fault: 'insecure',
  httpStatus: null,
  detail: 'redirected to an address without TLS',
} as const;

/** The agent asks for no compression, and neither does mpv, which reads a body for ever that falsely claims it. */
const packed = {
  fault: 'undecodable',
  httpStatus: null,
  detail: 'sent with a content encoding, such as gzip',
} as const;

/** ffmpeg takes the length `*` (RFC 9110, section 14.4) for 0 and ends the item after the first read. */
function hasRanges(headers: IncomingHttpHeaders): boolean {
  return !/\/\s*\*\s*$/.test(headers['content-range'] ?? '');
}

function isPacked(headers: IncomingHttpHeaders): boolean {
  return !['', 'identity'].includes(headers['content-encoding'] ?? '');
}

const tooMany = { fault: 'refused', detail: `redirected more than ${MOST_REDIRECTS} times` } as const;

const astray = { fault: 'refused', detail: 'redirected to something that is not a web address' } as const;

interface LookOptions {
  readonly addresses: readonly LookupAddress[];
  readonly ca: Buffer | undefined;
  readonly signal: AbortSignal;
}

interface Beginning {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
}

/** Requests the beginning of an item and reads it to its end or to 64 KiB. Rejects if less than was promised comes. */
async function readBeginning(url: string, { addresses, ca, signal }: LookOptions): Promise<Beginning> {
  const { get } = isPlain(url) ? await import('node:http') : await import('node:https');
  const headers = { 'user-agent': 'tonearm', range: `bytes=0-${PROBE_BYTES - 1}` };
  const lookup: LookupFunction = (_name, { all }, done) => {
    const [first] = addresses;
    if (all === true) done(null, [...addresses]);
    else done(null, first?.address ?? '', first?.family);
  };
  return new Promise((resolve, reject) => {
    const options = { headers, signal, lookup, agent: false, autoSelectFamilyAttemptTimeout: ATTEMPT_MS };
    const request = get(url, { ...(ca && { ca }), ...options }, answer => {
      const { statusCode: status = 0 } = answer;
      const done = () => {
        resolve({ status, headers: answer.headers });
        request.destroy();
      };
      let read = 0;
      if (status >= 300) done();
      answer.on('data', (data: Buffer) => {
        read += data.length;
        if (read >= PROBE_BYTES) done();
      });
      answer.on('end', done);
      answer.on('error', reject);
    });
    request.on('error', reject);
  });
}

/** Whether a host answers at all, whatever it says. */
async function answers(url: string, reach: Reach, dismissed: AbortSignal): Promise<boolean> {
  try {
    const signal = deadline(ANSWER_MS, dismissed);
    const reached = await reach(url, signal);
    if ('fault' in reached) return false;
    await readBeginning(url, { ...reached, ca: undefined, signal });
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && isOfCertificate(String(error.code));
  }
}
