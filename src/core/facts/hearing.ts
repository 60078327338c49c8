import { AHEAD, withAnchor, placedAt, withEndOf, withoutAddress } from './entry.js';
import type { Entry } from '../model/playlist.js';
import { anchorCorrected } from '../vocabulary/position.js';

/** A longer step of the position is a jump, not sound. */
const LONGEST_STEP_MS = 5_000;

/** Records that the entry began to sound at `positionMs`. */
export function soundBegun(
  entry: Entry,
  told: Pick<Entry, 'lengthMs' | 'isOpen'> & { readonly positionMs: number },
  now: number,
): Entry {
  const { positionMs, lengthMs, isOpen } = told;
  const firstHeardMs = entry.firstHeardMs ?? now;
  const heard = { firstHeardMs, heardToMs: positionMs, breaksAtMs: null };
  return { ...placedAt(entry, positionMs, now), ...heard, lengthMs, isOpen };
}

/** Records that sound continued up to `positionMs`: adds the step to the unreported sound and corrects the anchor. */
export function heardOn(entry: Entry, positionMs: number, now: number): Entry {
  const untoldMs = entry.untoldMs + soundBetween(entry, positionMs);
  return {
    ...withAnchor(entry, anchorCorrected(entry.anchor, positionMs, now)),
    untoldMs,
    heardToMs: positionMs,
  };
}

function soundBetween({ heardToMs }: Entry, positionMs: number): number {
  const stepMs = positionMs - heardToMs;
  return stepMs > 0 && stepMs <= LONGEST_STEP_MS ? stepMs : 0;
}

/** Records that the data will break off at `positionMs`, or that nothing is known of it, and drops the address. */
export function breaksAt(entry: Entry, positionMs: number | null): Entry {
  return { ...withoutAddress(entry), breaksAtMs: positionMs };
}

/** Moves to another position, for a listener or the service. An end that was due but never sent is withdrawn. */
export function jumpedTo(entry: Entry, positionMs: number, now: number): Entry {
  const isUntold = entry.end.at === 'due' && entry.end.by === 'end';
  const open = isUntold ? withEndOf(entry, AHEAD) : entry;
  const unbroken = { cutAtMs: null, breaksAtMs: null };
  return { ...placedAt(open, positionMs, now), cue: entry.cue + 1, heardToMs: positionMs, ...unbroken };
}
