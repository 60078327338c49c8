/** Allows a number of uses per name within a time: for each peer, or for all under one name. */
export interface Allowance {
  /** Returns 0 if `many` (1) more uses are allowed now; otherwise how long until they are, milliseconds. */
  waitMs(name: string, many?: number): number;
  /** How many uses are allowed now. */
  left(name: string): number;
  /** Counts `many` (1) uses. */
  note(name: string, many?: number): void;
}

export interface AllowanceOptions {
  /** The most uses within any period of `withinMs`. */
  readonly most: number;
  readonly withinMs: number;
  /** A clock that never jumps, milliseconds. */
  readonly steadyMs: () => number;
}

/** How many names are counted at a time; beyond that, the one noted longest ago is forgotten. */
const NAMES = 1_024;

export function createAllowance({ most, withinMs, steadyMs }: AllowanceOptions): Allowance {
  /** The times of the latest uses, oldest first. */
  const noted = new Map<string, readonly number[]>();

  function recent(name: string, nowMs: number): readonly number[] {
    return (noted.get(name) ?? []).filter(atMs => nowMs - atMs < withinMs);
  }

  return {
    waitMs(name, many = 1) {
      const nowMs = steadyMs();
      const last = recent(name, nowMs);
      // The newest of the uses that must expire first.
      const inTheWay = last[last.length + many - most - 1];
      return inTheWay === undefined ? 0 : Math.ceil(inTheWay + withinMs - nowMs);
    },
    left: name => most - recent(name, steadyMs()).length,
    note(name, many = 1) {
      const nowMs = steadyMs();
      const times = [...recent(name, nowMs), ...Array.from({ length: many }, () => nowMs)].slice(-most);
      noted.delete(name);
      noted.set(name, times);
      const [first] = noted.keys();
      if (noted.size > NAMES && first !== undefined) noted.delete(first);
    },
  };
}
