import type { Access } from './access.js';

/** Ends the access of guests when their time is over. */
export interface Expiry {
  start(): void;
  stop(): void;
}

/** Longest time between two checks, milliseconds: the wall clock may be set, and timers cannot run for a year. */
const LOOK_MS = 3_600_000;

/** Ends each guest's access at its end: the sessions close, the token becomes worthless (contract, section 4). */
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
      // A client just admitted may be the next to expire.
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
