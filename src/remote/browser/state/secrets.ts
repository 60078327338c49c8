/** One secret, kept in this browser; for this page alone where storage is denied. */
export interface Secret {
  get(): string | null;
  set(value: string): void;
  forget(): void;
}

/** `storage` may throw: private browsing denies it. Nothing is read before the first `get`. */
export function createSecret(key: string, storage: () => Storage): Secret {
  let held: string | null = null;

  function tried<T>(use: (storage: Storage) => T, otherwise: T): T {
    try {
      return use(storage());
    } catch {
      return otherwise;
    }
  }

  return {
    get: () => tried(stored => stored.getItem(key), null) ?? held,
    set: value => {
      held = value;
      tried(stored => stored.setItem(key, value), undefined);
    },
    forget: () => {
      held = null;
      tried(stored => stored.removeItem(key), undefined);
    },
  };
}
