/** So many names are kept; the oldest goes first. */
const MOST = 500;

export interface Names {
  note(id: string, name: string): void;
  find(id: string): string | null;
}

/**
 * The names of what the lists have shown. The specification gives the source of a device no name: what the listener
 * picked from a list is called as it was there.
 */
export function createNames(): Names {
  const names = new Map<string, string>();
  return {
    note(id, name) {
      names.delete(id);
      names.set(id, name);
      const [oldest] = names.keys();
      if (names.size > MOST && oldest !== undefined) names.delete(oldest);
    },
    find: id => names.get(id) ?? null,
  };
}
