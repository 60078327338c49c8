import type { LookupAddress } from 'node:dns';
import { setMaxListeners } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { LookupFunction } from 'node:net';
import { isOfCertificate, SYSTEM_AUTHORITIES } from '../authorities.js';
import { deadline } from '../deadline.js';
import { isAudioAddress, isPlain } from './audio-address.js';
import type { Barrier, Reach } from './reach.js';

/** Slightly below the 15 seconds of silence after which the engine loads the item again. */
const NAME_MS = 14_000;
/** Time for all redirects of an address together; the target must still be opened within those 15 seconds. */
const WAY_MS = 10_000;
const MOST_REDIRECTS = 10;
/** Node's own limit before it tries the next address of a host, 250 ms, is too short for a slow link that works. */
const ATTEMPT_MS = 1_000;

/** Where an address leads, in a form that mpv may open; or why it may not be opened or yields nothing. */
export type Way =
  | {
      readonly url: string;
      /** Whether the host was asked and answered with the requested data. */
      readonly isGood: boolean;
    }
  | Barrier;

/** Checks whether mpv may open an address, without asking its host; `dismissed`: the result is no longer wanted. */
export async function checkWay(url: string, reach: Reach, dismissed: AbortSignal): Promise<Way> {
  const reached = await reach(url, deadline(NAME_MS, dismissed));
  return 'fault' in reached ? reached : { url, isGood: false };
}

/**
 * Asks the host and each host it redirects to, because mpv follows no redirect and reports none. Each address is
 * checked before it is asked, and the request goes to the IP address that was checked. If a host does not answer,
 * returns its address anyway, and mpv asks once more.
 */
export async function findWay(
  url: string,
  reach: Reach,
  { plain, dismissed }: { readonly plain: boolean; readonly dismissed: AbortSignal },
): Promise<Way> {
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
      const { statusCode: status = 0, headers } = await look(at, { ...reached, ca, signal });
      if (status >= 400) return { fault: 'refused', httpStatus: status, detail: `HTTP status ${status}` };
      if (status < 300) return isPacked(headers) ? packed : { url: at, isGood: true };
      if (headers.location === undefined) break;
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
  return { url: checked, isGood: false };
}

const insecure = {
  fault: 'insecure',
  httpStatus: null,
  detail: 'redirected to an address without TLS',
} as const;

/** Not asked for by mpv either, which reads for ever what is said to be compressed and is not. */
const packed = {
  fault: 'undecodable',
  httpStatus: null,
  detail: 'sent with a content encoding, such as gzip',
} as const;

function isPacked(headers: IncomingHttpHeaders): boolean {
  return !['', 'identity'].includes(headers['content-encoding'] ?? '');
}

const astray = { fault: 'refused', detail: 'redirected to something that is not a web address' } as const;

interface LookOptions {
  readonly addresses: readonly LookupAddress[];
  readonly ca: Buffer | undefined;
  readonly signal: AbortSignal;
}

/** Requests one byte and returns the head of the answer; its body is not read. */
async function look(url: string, { addresses, ca, signal }: LookOptions): Promise<IncomingMessage> {
  const { get } = isPlain(url) ? await import('node:http') : await import('node:https');
  const headers = { 'user-agent': 'tonearm', range: 'bytes=0-0' };
  const lookup: LookupFunction = (_name, { all }, done) => {
    const [first] = addresses;
    if (all === true) done(null, [...addresses]);
    else done(null, first?.address ?? '', first?.family);
  };
  return new Promise((resolve, reject) => {
    const options = { headers, signal, lookup, agent: false, autoSelectFamilyAttemptTimeout: ATTEMPT_MS };
    const request = get(url, { ...(ca && { ca }), ...options }, answer => {
      resolve(answer);
      request.destroy();
    });
    request.on('error', reject);
  });
}
