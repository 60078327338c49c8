import type { LookupAddress } from 'node:dns';
import { get as getPlain, type IncomingMessage } from 'node:http';
import { get as getSecure } from 'node:https';
import { isBug } from '../errors.js';

/** A picture as its host sent it. */
export interface Picture {
  readonly bytes: Buffer;
  /** Its media type. */
  readonly type: string;
}

/** Fetches the pictures of songs; one at a time is kept. */
export interface Art {
  /** Resolves with the picture of this address; with null if there is none, or it may not be fetched. */
  read(url: string): Promise<Picture | null>;
}

/** Returns the addresses of the host of a URL; without them, it may not be opened. */
export type ArtReach = (
  url: string,
  signal: AbortSignal,
) => Promise<{ readonly addresses: readonly LookupAddress[] } | { readonly detail: string }>;

const MOST_BYTES = 2 * 1024 * 1024;
const MOST_REDIRECTS = 3;
const WITHIN_MS = 10_000;
/** How long a failure counts, milliseconds: programs ask twice in a row. */
const FAILED_FOR_MS = 30_000;

export function createArt(reach: ArtReach, steadyMs = () => performance.now()): Art {
  let kept: { readonly url: string; readonly picture: Promise<Picture | null>; untilMs: number } | null =
    null;
  return {
    read(url) {
      if (kept?.url === url && steadyMs() < kept.untilMs) return kept.picture;
      const asked = { url, picture: fetchPicture(url, reach), untilMs: Number.POSITIVE_INFINITY };
      kept = asked;
      void asked.picture.then(picture => {
        if (picture === null) asked.untilMs = steadyMs() + FAILED_FOR_MS;
      });
      return asked.picture;
    },
  };
}

async function fetchPicture(url: string, reach: ArtReach): Promise<Picture | null> {
  const signal = AbortSignal.timeout(WITHIN_MS);
  try {
    let at = url;
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
      const response = await open(at, reach, signal);
      const { location } = response.headers;
      if (location === undefined) return await toPicture(response);
      response.destroy();
      at = new URL(location, at).href;
    }
  } catch (error) {
    // What a host does wrong is no fault of the agent's: there is no picture.
    if (isBug(error) && !isOfAddress(error)) throw error;
  }
  return null;
}

function isOfAddress(error: unknown): boolean {
  return error instanceof TypeError && 'code' in error;
}

/** Connects only to an address that was checked: a name may lead elsewhere when it is looked up again. */
async function open(url: string, reach: ArtReach, signal: AbortSignal): Promise<IncomingMessage> {
  const reached = await reach(url, signal);
  if (!('addresses' in reached)) throw new Error(reached.detail);
  const { addresses } = reached;
  const get = /^https:/i.test(url) ? getSecure : getPlain;
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

async function toPicture(response: IncomingMessage): Promise<Picture | null> {
  const type = response.headers['content-type']?.split(';', 1)[0]?.trim() ?? '';
  const isPicture = response.statusCode === 200 && /^image\/[\w.+-]+$/.test(type);
  const parts: Buffer[] = [];
  let size = 0;
  if (isPicture)
    for await (const part of response) {
      parts.push(part as Buffer);
      size += (part as Buffer).length;
      if (size > MOST_BYTES) break;
    }
  response.destroy();
  return !isPicture || size === 0 || size > MOST_BYTES ? null : { bytes: Buffer.concat(parts), type };
}
