import type { Clock } from '../ports.js';
import type { CredentialsRecord } from '../records.js';

/** On the steady clock: from when a token is renewed ahead of its end, and from when it is no longer used. */
export interface TokenAge {
  readonly staleAtMs: number;
  readonly deadAtMs: number;
}

/** Of an unknown age: used until the service rejects it. */
const UNKNOWN: TokenAge = { staleAtMs: Number.POSITIVE_INFINITY, deadAtMs: Number.POSITIVE_INFINITY };
const LONGEST_MARGIN_MS = 300_000;

/** The age of a token granted just now: no wall clock has a part in it. */
export function toFreshAge(expiresInS: number, clock: Clock): TokenAge {
  return toAge(expiresInS, 0, clock.steadyMs());
}

/**
 * The age of a token kept through a restart. The wall clock is all there is to tell it, and may be wrong: a token from
 * the future has an unknown age; one that seems past its end is renewed first, which does no harm if it was not.
 */
export function toKeptAge(record: CredentialsRecord, clock: Clock): TokenAge {
  const ageMs = clock.epochMs() - record.obtainedAtMs;
  return ageMs >= 0 ? toAge(record.expiresInS, ageMs, clock.steadyMs()) : UNKNOWN;
}

function toAge(expiresInS: number, ageMs: number, nowMs: number): TokenAge {
  if (expiresInS <= 0) return UNKNOWN;
  const lifeMs = expiresInS * 1_000;
  const deadAtMs = nowMs + lifeMs - ageMs;
  return { deadAtMs, staleAtMs: deadAtMs - Math.min(LONGEST_MARGIN_MS, lifeMs / 10) };
}
