/** Limits the requests of each account in any hour. */
export interface Rate {
  /** Counts a request and returns 0; over the limit, returns the milliseconds until this account may ask again. */
  take(listenerId: string): number;
}

const HOUR_MS = 3_600_000;

export function createRate(perHour: number): Rate {
  const asked = new Map<string, number[]>();
  return {
    take(listenerId) {
      const nowMs = performance.now();
      const recent = (asked.get(listenerId) ?? []).filter(atMs => nowMs - atMs < HOUR_MS);
      asked.set(listenerId, recent);
      const [first = nowMs] = recent;
      if (recent.length >= perHour) return first + HOUR_MS - nowMs;
      recent.push(nowMs);
      return 0;
    },
  };
}
