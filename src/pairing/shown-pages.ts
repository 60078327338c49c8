import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { PageRequest, PageResponse } from '../ports.js';
import { type Callback, keyOf } from './callback.js';

const KEPT_MS = 10 * 60_000;
/** Each entry is a successful exchange; beyond this number the one shown first is dropped. */
const MOST_KEPT = 128;

/** The pages of a success: `full` holds the browser's token. */
export interface SuccessPages {
  readonly full: PageResponse;
  /** The page without a token for another browser, which may use another language. */
  readonly bare: (request: PageRequest) => PageResponse;
}

/**
 * The result pages of callbacks (contract, section 3): the same callback shows the same page for ten minutes, with the
 * token only in the browser that saw it first. A cookie identifies that browser; it is set with the page, so that a
 * browser that merely started the sign-in does not have it.
 */
export interface ShownPages {
  /** Stores the pages and returns the one for the browser that brings this callback first. */
  keep(callback: Callback, pages: SuccessPages): PageResponse;
  /** Returns the page for this callback, or null if there is none or it has expired. */
  find(callback: Callback, request: PageRequest): PageResponse | null;
  clear(): void;
}

interface Kept extends SuccessPages {
  readonly secretHash: Buffer;
  readonly untilMs: number;
}

export function createShownPages(steadyMs: () => number): ShownPages {
  const kept = new Map<string, Kept>();

  function dropLate(): void {
    for (const [key, { untilMs }] of kept) if (steadyMs() >= untilMs) kept.delete(key);
  }

  return {
    keep(callback, { full, bare }) {
      dropLate();
      const key = keyOf(callback);
      const secret = randomBytes(16).toString('base64url');
      kept.set(key, { full, bare, secretHash: hashOf(secret), untilMs: steadyMs() + KEPT_MS });
      const [first] = kept.keys();
      if (kept.size > MOST_KEPT && first !== undefined) kept.delete(first);
      const cookie = `${nameOf(key)}=${secret}; Path=/pair; Max-Age=${KEPT_MS / 1_000}; HttpOnly; SameSite=Lax`;
      return { ...full, headers: { ...full.headers, 'set-cookie': cookie } };
    },
    find(callback, request) {
      dropLate();
      const key = keyOf(callback);
      const found = kept.get(key);
      if (found === undefined) return null;
      const shown = valuesOf(request.cookie, nameOf(key));
      const isFirst = shown.some(value => timingSafeEqual(hashOf(value), found.secretHash));
      return isFirst ? found.full : found.bare(request);
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
