/** Most names that are kept; the oldest is dropped first. */
const MOST = 500;

export interface EntryNames {
  note(id: string, name: string): void;
  find(id: string): string | null;
}

/**
 * Remembers the names of list entries. The specification gives a device's source no name, so the source gets the name
 * of the list entry that the listener chose.
 */
export function createNames(): EntryNames {
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
