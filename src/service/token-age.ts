import type { Clock } from '../contract/ports.js';
import type { CredentialsRecord } from '../contract/records.js';

/** Times on the steady clock: when an early renewal of the token is due, and when the token is no longer used. */
export interface TokenAge {
  readonly staleAtMs: number;
  readonly deadAtMs: number;
}

/** Age unknown: the token is used until the service rejects it. */
const UNKNOWN: TokenAge = { staleAtMs: Number.POSITIVE_INFINITY, deadAtMs: Number.POSITIVE_INFINITY };
const LONGEST_MARGIN_MS = 300_000;

/** Returns a number from 0 to 1: spreads the renewals of tokens that were granted together. */
export type Spread = () => number;

/** Returns the age of a token granted just now, independent of the wall clock. */
export function toFreshAge(expiresInS: number, clock: Clock, random: Spread): TokenAge {
  return toAge(expiresInS, 0, clock.steadyMs(), random);
}

/**
 * Returns the age of a token stored before a restart. It rests on the wall clock, which may be wrong: a token from the
 * future has an unknown age; one that seems to have expired is renewed first, which does no harm if it had not.
 */
export function toKeptAge(record: CredentialsRecord, clock: Clock, random: Spread): TokenAge {
  const ageMs = clock.epochMs() - record.obtainedAtMs;
  return ageMs >= 0 ? toAge(record.expiresInS, ageMs, clock.steadyMs(), random) : UNKNOWN;
}

function toAge(expiresInS: number, ageMs: number, nowMs: number, random: Spread): TokenAge {
  if (expiresInS <= 0) return UNKNOWN;
  const lifeMs = expiresInS * 1_000;
  const deadAtMs = nowMs + lifeMs - ageMs;
  const marginMs = Math.min(LONGEST_MARGIN_MS, lifeMs / 10);
  return { deadAtMs, staleAtMs: deadAtMs - marginMs * (1 + random()) };
}
