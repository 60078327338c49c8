import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { PageRequest, PageResponse } from '../contract/ports.js';
import { isSameMachine } from '../lib/near.js';
import { CALLBACK_PATH } from '../contract/pairing-ports.js';
import { type Callback, keyOf, toQuery } from './callback.js';
import { toRedirect } from './page.js';
import type { SignIn } from './sign-ins.js';

const KEPT_MS = 10 * 60_000;
/** How long a token waits for the peer that started the sign-in: its browser follows a redirect at once. */
const UNSEEN_MS = 2 * 60_000;

/** The pages of a success, in the language of the browser that asks: `full` holds its token. */
export interface SuccessPages {
  readonly full: (request: PageRequest) => PageResponse;
  /** The page without a token, for another browser. */
  readonly bare: (request: PageRequest) => PageResponse;
}

/** Where the sign-in was started. */
type Start = Pick<SignIn, 'peer' | 'origin'>;

interface Kept extends SuccessPages {
  readonly start: Start;
  /** Identifies the browser that saw the token; null until one has. */
  readonly secretHash: Buffer | null;
  readonly untilMs: number;
}

/**
 * The result pages of callbacks (contract, section 3): the same callback shows the same page for ten minutes, with the
 * token only in the browser that saw it first. A cookie identifies that browser; it is set with the page, so that a
 * browser that merely started the sign-in does not have it.
 *
 * The first browser must be at the peer that started the sign-in: whoever takes over the speaker's `.local` name in the
 * local network receives the callback of a sign-in that was started by IP address. A browser that the `.local` name
 * leads here by another address, such as its IPv6 one, is sent back to the address of the speaker where it started.
 */
export function createShownPages(steadyMs: () => number) {
  const kept = new Map<string, Kept>();

  function dropLate(): void {
    for (const [key, { untilMs }] of kept) if (steadyMs() >= untilMs) kept.delete(key);
  }

  function showFirst(key: string, found: Kept, request: PageRequest): PageResponse {
    const secret = randomBytes(16).toString('base64url');
    kept.set(key, { ...found, secretHash: hashOf(secret), untilMs: steadyMs() + KEPT_MS });
    const cookie = `${nameOf(key)}=${secret}; Path=/pair; Max-Age=${KEPT_MS / 1_000}; HttpOnly; SameSite=Lax`;
    const full = found.full(request);
    return { ...full, headers: { ...full.headers, 'set-cookie': cookie } };
  }

  return {
    keep(callback: Callback, pages: SuccessPages, { peer, origin }: Start): void {
      dropLate();
      const untilMs = steadyMs() + UNSEEN_MS;
      kept.set(keyOf(callback), { ...pages, start: { peer, origin }, secretHash: null, untilMs });
    },
    /** Returns the page for this callback, or null if there is none or it has expired. */
    find(callback: Callback, request: PageRequest): PageResponse | null {
      dropLate();
      const key = keyOf(callback);
      const found = kept.get(key);
      if (found === undefined) return null;
      const { start, secretHash } = found;
      if (secretHash === null) {
        if (isSameMachine(start.peer, request.peer)) return showFirst(key, found, request);
        // A form may not lead elsewhere: the remote's policy forbids it, without a word.
        const isThere = start.origin === '' || request.origin === start.origin;
        return isThere || request.method === 'POST'
          ? found.bare(request)
          : toRedirect(`${start.origin}${CALLBACK_PATH}?${toQuery(callback)}`);
      }
      const shown = valuesOf(request.cookie, nameOf(key));
      const isFirst = shown.some(value => timingSafeEqual(hashOf(value), secretHash));
      return isFirst ? found.full(request) : found.bare(request);
    },
    clear: () => kept.clear(),
  };
}

/** Returns a cookie name of the callback's own: cookies ignore the port, and one machine may host several speakers. */
function nameOf(key: string): string {
  return `tonearm-pair-${key.slice(0, 16)}`;
}

function valuesOf(cookie: string, name: string): readonly string[] {
  return cookie
    .split(';')
    .map(part => part.trim())
    .filter(part => part.startsWith(`${name}=`))
    .map(part => part.slice(name.length + 1));
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
