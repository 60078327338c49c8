/**
 * Where sound is: a place, the steady time it was seen there, and whether it moves. Never a tick.
 * Positions are milliseconds of the item, `steadyMs` is the clock that never jumps.
 */
export interface Anchor {
  readonly positionMs: number;
  readonly steadyMs: number;
  readonly rate: 0 | 1;
}

/** What a phone cannot hear: anchors nearer than this to the truth are left as they are. */
const TOLERANCE_MS = 100;

/** The position at `now`, not beyond `endMs` where that is known. */
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

/** Lets it move from where it rests; one that moves stays the same object. */
export function movingFrom(anchor: Anchor, now: number): Anchor {
  return anchor.rate === 1 ? anchor : moving(anchor.positionMs, now);
}

/** Stops it where it is, at `endMs` at most; one at rest stays the same object. */
export function freeze(anchor: Anchor, now: number, endMs: number | null): Anchor {
  return anchor.rate === 0 ? anchor : resting(positionAt(anchor, now, endMs), now);
}

/** The anchor that agrees with what the player says, unchanged where it already does. */
export function corrected(anchor: Anchor, positionMs: number, now: number): Anchor {
  const off = Math.abs(positionAt(anchor, now) - positionMs);
  return anchor.rate === 1 && off <= TOLERANCE_MS ? anchor : moving(positionMs, now);
}
