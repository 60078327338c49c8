const MINUTE_MS = 60_000;

export interface AlarmMinute {
  /** As `alarm.set` takes it, of a speaker in UTC. */
  readonly time: string;
  /** Its beginning, `performance.now()`. */
  readonly atMs: number;
}

/** The next minute that is at least so far away. */
export function nextMinute(leastMs: number): AlarmMinute {
  const epochMs = Math.ceil((Date.now() + leastMs) / MINUTE_MS) * MINUTE_MS;
  return {
    time: new Date(epochMs).toISOString().slice(11, 16),
    atMs: performance.now() + epochMs - Date.now(),
  };
}
