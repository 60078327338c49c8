import type { Meter } from '../../lib/meter.js';

/** Each full block of this many bytes in an answer costs as much as one call. */
const CALL_BYTES = 16 * 1024;
/**
 * Each full block of this many characters in a request costs as much as one call; shorter requests are parsed quickly,
 * whatever they hold.
 */
const SHORT = 4_096;
const MANY_PARTS = 1_000;
const KNOT_CALLS = 10;

type Calls = Meter<'tooManyCalls'>;

/**
 * Charges a message before it is parsed: a long one, or one with thousands of nested lists or objects, costs several
 * calls more. Returns 0 or how long to wait, milliseconds; then nothing is charged, and the message need not be parsed.
 */
export function takeReading(calls: Calls, client: string, text: string): number {
  const more = Math.floor(text.length / SHORT) + (isKnotted(text) ? KNOT_CALLS : 0);
  if (more === 0) return 0;
  // One more for the call itself.
  const waitMs = calls.waitMs('tooManyCalls', client, more + 1);
  if (waitMs === 0) calls.note('tooManyCalls', client, more);
  return waitMs;
}

/** Charges a long answer that was sent as several calls. */
export function payFor(calls: Calls, client: string, answer: Uint8Array | string): void {
  const more = Math.floor(answer.length / CALL_BYTES);
  if (more > 0) calls.note('tooManyCalls', client, more);
}

function isKnotted(text: string): boolean {
  return text.length > SHORT && text.split('[').length + text.split('{').length > MANY_PARTS;
}
