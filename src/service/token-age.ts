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

/** 0…1: tokens granted together are not renewed together. */
export type Random = () => number;

/** The age of a token granted just now: no wall clock has a part in it. */
export function toFreshAge(expiresInS: number, clock: Clock, random: Random): TokenAge {
  return toAge(expiresInS, 0, clock.steadyMs(), random);
}

/**
 * The age of a token kept through a restart. The wall clock is all there is to tell it, and may be wrong: a token from
 * the future has an unknown age; one that seems past its end is renewed first, which does no harm if it was not.
 */
export function toKeptAge(record: CredentialsRecord, clock: Clock, random: Random): TokenAge {
  const ageMs = clock.epochMs() - record.obtainedAtMs;
  return ageMs >= 0 ? toAge(record.expiresInS, ageMs, clock.steadyMs(), random) : UNKNOWN;
}

function toAge(expiresInS: number, ageMs: number, nowMs: number, random: Random): TokenAge {
  if (expiresInS <= 0) return UNKNOWN;
  const lifeMs = expiresInS * 1_000;
  const deadAtMs = nowMs + lifeMs - ageMs;
  const marginMs = Math.min(LONGEST_MARGIN_MS, lifeMs / 10);
  return { deadAtMs, staleAtMs: deadAtMs - marginMs * (1 + random()) };
}
