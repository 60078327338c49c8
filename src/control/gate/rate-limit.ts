/** Allows `burst` calls at once and `perSecond` in the long run. */
export interface RateLimit {
  /** Takes a call and returns 0, or takes none and returns how long to wait, milliseconds. */
  take(): number;
}

/** A rate limit that can be read without taking a call. */
export interface Credit extends RateLimit {
  /** Returns how long until `least` calls (1) may be taken, milliseconds; 0: now. */
  waitMs(least?: number): number;
  /** Charges calls (1) that are made in any case; the debt is at most as large as the burst. */
  pay(calls?: number): void;
  /** How many calls may be made at once; below 0 if too many were made. */
  readonly left: number;
}

export interface RateLimitOptions {
  readonly perSecond: number;
  readonly burst: number;
  /** A clock that never jumps, milliseconds. */
  readonly steadyMs: () => number;
}

/** Creates a rate limit that keeps a credit of time: two numbers and no timer. */
export function createRateLimit({ perSecond, burst, steadyMs }: RateLimitOptions): Credit {
  const priceMs = 1000 / perSecond;
  const mostMs = burst * priceMs;
  let creditMs = mostMs;
  let atMs = steadyMs();

  function refill(): number {
    const nowMs = steadyMs();
    creditMs = Math.min(mostMs, creditMs + nowMs - atMs);
    atMs = nowMs;
    return creditMs;
  }

  const waitMs = (least = 1): number => Math.ceil(Math.max(0, least * priceMs - refill()));

  return {
    waitMs,
    take() {
      const wait = waitMs();
      if (wait === 0) creditMs -= priceMs;
      return wait;
    },
    pay(calls = 1) {
      creditMs = Math.max(-mostMs, refill() - calls * priceMs);
    },
    get left() {
      return refill() / priceMs;
    },
  };
}
