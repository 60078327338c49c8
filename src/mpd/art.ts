import type { LookupAddress } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import { isBug } from '../contract/errors.js';
import { readAtMost, requestPinned } from '../lib/pinned-request.js';

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
  const check = async ({ href }: URL, within: AbortSignal) => {
    const reached = await reach(href, within);
    if (!('addresses' in reached)) throw new Error(reached.detail);
    return reached.addresses;
  };
  try {
    return await toPicture(await requestPinned(url, check, AbortSignal.timeout(WITHIN_MS)));
  } catch (error) {
    // What a host does wrong is no fault of the agent's: there is no picture.
    if (isBug(error)) throw error;
    return null;
  }
}

async function toPicture(response: IncomingMessage): Promise<Picture | null> {
  const type = response.headers['content-type']?.split(';', 1)[0]?.trim() ?? '';
  const isPicture = response.statusCode === 200 && /^image\/[\w.+-]+$/.test(type);
  const bytes = isPicture ? await readAtMost(response, MOST_BYTES) : null;
  response.destroy();
  return bytes === null || bytes.length === 0 ? null : { bytes, type };
}
