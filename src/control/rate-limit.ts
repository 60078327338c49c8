/** Lets `burst` calls through at once and `perSecond` in the long run. */
export interface RateLimit {
  /** 0: go ahead; otherwise how long to wait, milliseconds. */
  take(): number;
}

/** The same, for who asks before it takes. */
export interface Credit extends RateLimit {
  /** What `take` would answer where so many (1) are left to be taken. */
  waitMs(least?: number): number;
  /** For a call, or so many, that is made whatever is left: as much again as may be made at once is owed at most. */
  pay(calls?: number): void;
  /** How many may be made at once; below 0: more were made. */
  readonly left: number;
}

export interface RateLimitOptions {
  readonly perSecond: number;
  readonly burst: number;
  /** A clock that never jumps. */
  readonly steadyMs: () => number;
}

/** A credit of time that calls are paid from: it keeps two numbers and needs no timer. */
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
