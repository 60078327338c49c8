import type { Access } from './access.js';

/** Looks after the ends of those who were let in for a time. */
export interface Expiry {
  start(): void;
  stop(): void;
}

/** No longer than this between two looks, milliseconds: the wall clock may be set, and no timer lasts a year. */
const LOOK_MS = 60_000;

/** Ends the access of each guest when his time is over: his sessions close, his token is worthless (contract, section 4). */
export function createExpiry(access: Pick<Access, 'endExpired' | 'onChange'>): Expiry {
  let timer: NodeJS.Timeout | undefined;
  let forget: (() => void) | null = null;

  function look(): void {
    const nextMs = access.endExpired();
    clearTimeout(timer);
    if (nextMs !== null && forget !== null) timer = setTimeout(look, Math.min(nextMs, LOOK_MS)).unref();
  }

  return {
    start() {
      // Whoever has just been admitted may be the next whose time is over.
      forget ??= access.onChange(look);
      look();
    },
    stop() {
      forget?.();
      forget = null;
      clearTimeout(timer);
    },
  };
}
