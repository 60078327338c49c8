import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { get as getPlain, type IncomingMessage } from 'node:http';
import { get as getSecure } from 'node:https';

/** Returns the addresses of the host of a URL; throws if it may not be opened. */
export type AddressCheck = (url: URL, signal: AbortSignal) => Promise<readonly LookupAddress[]>;

const MOST_REDIRECTS = 3;

/**
 * Requests a resource, also through redirects, each checked alike. Connects only to an address that was checked: a name
 * may lead elsewhere when it is looked up again. Resolves with the response to be read or destroyed. Rejects with the
 * error of the network, of `check`, or for an address that is none.
 */
export async function requestPinned(
  url: string,
  check: AddressCheck,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  try {
    return await followed(url, check, signal);
  } catch (error) {
    // Node's word for a bad address is that of a bug, with a code. It is the host's fault.
    const isOfAddress = error instanceof TypeError && 'code' in error;
    throw isOfAddress ? new Error(error.message, { cause: error }) : error;
  }
}

async function followed(url: string, check: AddressCheck, signal: AbortSignal): Promise<IncomingMessage> {
  let at = new URL(url);
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
    const response = await open(at, await check(at, signal), signal);
    const { location } = response.headers;
    if (location === undefined || Math.trunc((response.statusCode ?? 0) / 100) !== 3) return response;
    response.destroy();
    at = new URL(location, at);
  }
  throw new Error('too many redirects');
}

async function open(
  url: URL,
  addresses: readonly LookupAddress[],
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const get = url.protocol === 'https:' ? getSecure : getPlain;
  return new Promise((resolve, reject) => {
    get(
      url,
      {
        signal,
        agent: false,
        lookup: (_host, { all }, found) => {
          const [first] = addresses;
          if (all === true) found(null, [...addresses]);
          else if (first !== undefined) found(null, first.address, first.family);
        },
      },
      resolve,
    ).on('error', reject);
  });
}

/** Looks up a host by the system, which cannot be told to stop: rejects when the signal aborts. */
export async function lookUpWithin(host: string, signal: AbortSignal): Promise<readonly LookupAddress[]> {
  signal.throwIfAborted();
  const late = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('late')), { once: true });
  });
  return Promise.race([lookup(host, { all: true }), late]);
}

/** Reads a response; null if it is longer than `most` bytes. */
export async function readAtMost(response: IncomingMessage, most: number): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response) {
    parts.push(part as Buffer);
    size += (part as Buffer).length;
    if (size > most) break;
  }
  response.destroy();
  return size > most ? null : Buffer.concat(parts);
}
