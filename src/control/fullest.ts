/** Counts what each holds and knows at any time who holds most; each call takes the same time, however many there are. */
export interface Fullest<Name> {
  add(name: Name): void;
  remove(name: Name): void;
  /** Of those that hold as much the one that came to it first; undefined while nobody holds anything. */
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
    // A count changes by one, so the next lower one is there.
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
