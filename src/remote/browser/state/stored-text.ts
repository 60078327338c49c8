/** A text stored in this browser, or for this page only if storage is denied. */
export interface StoredText {
  get(): string | null;
  set(value: string): void;
  forget(): void;
}

/** The part of the browser's storage that is used. */
interface TextStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/**
 * Creates a stored text. `storage` may throw, because private browsing denies it. Nothing is read before the first `get`.
 */
export function createStoredText(key: string, storage: () => TextStorage): StoredText {
  let held: string | null = null;

  function tried<T>(use: (storage: TextStorage) => T, otherwise: T): T {
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
