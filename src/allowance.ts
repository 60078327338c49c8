/** So many within so long for each name: for each peer, or for all under one name. */
export interface Allowance {
  /** 0: so many more (one) are within it; otherwise how long until they are, milliseconds. */
  waitMs(name: string, many?: number): number;
  /** So many (one) were used. */
  note(name: string, many?: number): void;
}

export interface AllowanceOptions {
  /** In any time of this length, milliseconds. */
  readonly most: number;
  readonly withinMs: number;
  /** A clock that never jumps. */
  readonly steadyMs: () => number;
}

/** Names that are counted at a time: of more than so many, the one that was noted longest ago is forgotten. */
const NAMES = 1_024;

export function createAllowance({ most, withinMs, steadyMs }: AllowanceOptions): Allowance {
  /** When the last of them were noted, the oldest first. */
  const noted = new Map<string, readonly number[]>();

  function recent(name: string, nowMs: number): readonly number[] {
    return (noted.get(name) ?? []).filter(atMs => nowMs - atMs < withinMs);
  }

  return {
    waitMs(name, many = 1) {
      const nowMs = steadyMs();
      const last = recent(name, nowMs);
      // The newest of those that have to be forgotten first.
      const inTheWay = last[last.length + many - most - 1];
      return inTheWay === undefined ? 0 : Math.ceil(inTheWay + withinMs - nowMs);
    },
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
