/** Lets `burst` calls through at once and `perSecond` in the long run. */
export interface RateLimit {
  /** 0: go ahead; otherwise how long to wait, milliseconds. */
  take(): number;
}

export interface RateLimitOptions {
  readonly perSecond: number;
  readonly burst: number;
  /** A clock that never jumps. */
  readonly steadyMs: () => number;
}

/** A credit of time that calls are paid from: it keeps two numbers and needs no timer. */
export function createRateLimit({ perSecond, burst, steadyMs }: RateLimitOptions): RateLimit {
  const priceMs = 1000 / perSecond;
  const mostMs = burst * priceMs;
  let creditMs = mostMs;
  let atMs = steadyMs();

  return {
    take() {
      const nowMs = steadyMs();
      creditMs = Math.min(mostMs, creditMs + nowMs - atMs);
      atMs = nowMs;
      if (creditMs < priceMs) return Math.ceil(priceMs - creditMs);
      creditMs -= priceMs;
      return 0;
    },
  };
}
