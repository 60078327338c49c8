/** Counts what each name holds and knows which holds most. Each call takes constant time. */
export interface Fullest<Name> {
  add(name: Name): void;
  remove(name: Name): void;
  /**
   * Returns the name that holds most; among equals the one that reached the count first; undefined if nothing is held.
   */
  current(): Name | undefined;
}

export function createFullest<Name>(): Fullest<Name> {
  const counts = new Map<Name, number>();
  const byCount = new Map<number, Set<Name>>();
  let most = 0;

  function move(name: Name, from: number, to: number): void {
    const left = byCount.get(from);
    left?.delete(name);
    if (left?.size === 0) byCount.delete(from);
    if (to === 0) counts.delete(name);
    else {
      counts.set(name, to);
      byCount.set(to, (byCount.get(to) ?? new Set<Name>()).add(name));
    }
    // A count changes by one, so the next lower count exists.
    if (to > most || !byCount.has(most)) most = to;
  }

  return {
    add(name) {
      const count = counts.get(name) ?? 0;
      move(name, count, count + 1);
    },
    remove(name) {
      const count = counts.get(name) ?? 0;
      if (count > 0) move(name, count, count - 1);
    },
    current() {
      const [first] = byCount.get(most) ?? [];
      return first;
    },
  };
}
