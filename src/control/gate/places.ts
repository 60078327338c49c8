/** Places that are held until they are left: so many for each holder, and so many in all (contract, section 4, "Limits"). */
export interface Places {
  /** Takes a place for the holder; false, without taking one, if it or all together have as many as they may. */
  take(holder: string): boolean;
  leave(holder: string): void;
}

export interface PlacesOptions {
  readonly each: number;
  readonly inAll: number;
}

export function createPlaces({ each, inAll }: PlacesOptions): Places {
  const held = new Map<string, number>();
  let count = 0;

  return {
    take(holder) {
      const own = held.get(holder) ?? 0;
      if (own >= each || count >= inAll) return false;
      held.set(holder, own + 1);
      count += 1;
      return true;
    },
    leave(holder) {
      const own = held.get(holder) ?? 0;
      if (own === 0) return;
      if (own === 1) held.delete(holder);
      else held.set(holder, own - 1);
      count -= 1;
    },
  };
}
