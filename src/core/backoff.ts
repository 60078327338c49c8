/** What keeps sound from coming, as far as the way back differs. */
export type Fault =
  /** The player's process is gone; its return is an event, no timer is needed. */
  | 'player'
  /** No sound device opens. */
  | 'device'
  /** The audio address was refused, dropped or ran dry: a fresh one, quickly at first. */
  | 'address'
  | 'offline'
  | 'serviceError';

export interface Delay {
  readonly delayMs: number;
  /** Random part on top. */
  readonly spreadMs: number;
}

const SCHEDULES: Record<Exclude<Fault, 'player'>, readonly number[]> = {
  device: [500, 1_000, 2_000, 3_000],
  address: [0, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000],
  offline: [500, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 48_000],
  serviceError: [1_000, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 48_000],
};

/** Longer than this no service is obeyed that asks for patience: it would be silence without end. */
const PATIENCE_MS = 3_600_000;

/** How long to wait before try number `attempt` (0 = the first); without `retryAfterMs` at most a minute with its spread. */
export function backoff(
  fault: Exclude<Fault, 'player'>,
  attempt: number,
  retryAfterMs: number | null,
): Delay {
  const schedule = SCHEDULES[fault];
  const scheduled = schedule[Math.min(attempt, schedule.length - 1)] ?? 0;
  const delayMs = Math.max(scheduled, Math.min(retryAfterMs ?? 0, PATIENCE_MS));
  return { delayMs, spreadMs: Math.round(delayMs / 4) };
}
