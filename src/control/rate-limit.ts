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

/** A bucket that fills with time: it keeps two numbers and needs no timer. */
export function createRateLimit({ perSecond, burst, steadyMs }: RateLimitOptions): RateLimit {
  let left = burst;
  let atMs = steadyMs();

  return {
    take() {
      const nowMs = steadyMs();
      left = Math.min(burst, left + ((nowMs - atMs) * perSecond) / 1000);
      atMs = nowMs;
      if (left < 1) return Math.ceil(((1 - left) * 1000) / perSecond);
      left -= 1;
      return 0;
    },
  };
}
