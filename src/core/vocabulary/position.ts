/**
 * Where the sound is: a position, the steady time at which it was valid, and whether it moves. Positions are
 * milliseconds of the item; `steadyMs` is from the clock that never jumps.
 */
export interface Anchor {
  readonly positionMs: number;
  readonly steadyMs: number;
  readonly rate: 0 | 1;
}

/** A smaller deviation is inaudible, so the anchor is left as it is. */
const TOLERANCE_MS = 100;

/** The position at `now`, limited to `endMs` if that is known. */
export function positionAt(anchor: Anchor, now: number, endMs: number | null = null): number {
  const position = anchor.positionMs + anchor.rate * (now - anchor.steadyMs);
  return Math.max(0, endMs === null ? position : Math.min(position, endMs));
}

function moving(positionMs: number, now: number): Anchor {
  return { positionMs, steadyMs: now, rate: 1 };
}

export function resting(positionMs: number, now: number): Anchor {
  return { positionMs, steadyMs: now, rate: 0 };
}

/** Starts the anchor from where it rests. Returns the same object if it moves already. */
export function movingFrom(anchor: Anchor, now: number): Anchor {
  return anchor.rate === 1 ? anchor : moving(anchor.positionMs, now);
}

/** Stops the anchor where it is, at `endMs` at most. Returns the same object if it rests already. */
export function freeze(anchor: Anchor, now: number, endMs: number | null): Anchor {
  return anchor.rate === 0 ? anchor : resting(positionAt(anchor, now, endMs), now);
}

/** Corrects the anchor to the player's position. Returns the same object if they agree within the tolerance. */
export function anchorCorrected(anchor: Anchor, positionMs: number, now: number): Anchor {
  const off = Math.abs(positionAt(anchor, now) - positionMs);
  return anchor.rate === 1 && off <= TOLERANCE_MS ? anchor : moving(positionMs, now);
}
