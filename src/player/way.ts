import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { isOfCertificate, SYSTEM_AUTHORITIES } from '../authorities.js';
import type { HostFault } from '../core/player-event.js';

/** Below the five seconds that a call of the player may take. */
const limitMs = 4_000;
const mostRedirects = 5;

/** Where an https address leads, over TLS all the way; or why its host gives nothing. */
export type Way =
  | { readonly url: string }
  | { readonly fault: HostFault; readonly httpStatus: number | null; readonly detail: string };

/**
 * Asks the host itself: mpv follows no redirect of an https address, and tells of none. Null where there is no answer,
 * which mpv then says as well.
 */
export async function findWay(url: string): Promise<Way | null> {
  const signal = AbortSignal.timeout(limitMs);
  // The system's, as mpv; where it has none, Node's own.
  const ca = await readFile(SYSTEM_AUTHORITIES).catch(() => undefined);
  let at = url;
  try {
    for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
      const { statusCode: status = 0, headers } = await look(at, ca, signal);
      if (status >= 400) return { fault: 'refused', httpStatus: status, detail: `HTTP status ${status}` };
      if (status < 300 || headers.location === undefined) return { url: at };
      // Byte for byte where it is whole.
      at = /^https?:/i.test(headers.location) ? headers.location : new URL(headers.location, at).href;
      if (!/^https:/i.test(at)) return insecure;
    }
  } catch (error) {
    const word = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (isOfCertificate(word)) return { fault: 'untrusted', httpStatus: null, detail: word };
  }
  return null;
}

const insecure = {
  fault: 'insecure',
  httpStatus: null,
  detail: 'redirected to an address without TLS',
} as const;

/** The head of the answer; its body is not read. */
async function look(url: string, ca: Buffer | undefined, signal: AbortSignal): Promise<IncomingMessage> {
  const { get } = await import('node:https');
  const headers = { 'user-agent': 'tonearm', range: 'bytes=0-0' };
  return new Promise((resolve, reject) => {
    const request = get(url, { ...(ca && { ca }), headers, signal, agent: false }, answer => {
      resolve(answer);
      request.destroy();
    });
    request.on('error', reject);
  });
}
