/** Returns a well-mixed 32-bit number for a text, the same on every machine. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

export interface Random {
  /** Returns a number with 0 ≤ x < 1. */
  next: () => number;
  /** Returns a whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  pick<T>(list: readonly T[]): T;
}

/** Creates a repeatable stream of numbers: the same seed gives the same stream. Not for secrets. */
export function createRandom(seed: string): Random {
  let state = hashOf(seed);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return {
    next,
    between: (low, high) => low + Math.floor(next() * (high - low + 1)),
    pick: list => choose(list, next()),
  };
}

/** Returns the element at `share` (0 ≤ share < 1) of a list; throws a RangeError if the list is empty. */
export function choose<T>(list: readonly T[], share: number): T {
  const found = list[Math.floor(share * list.length)];
  if (found === undefined) throw new RangeError('nothing to choose from');
  return found;
}
