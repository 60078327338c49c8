/** Those who want to know of each change of something. */
interface Observers {
  readonly tell: () => void;
  /** Calls the listener after every change. Returns a function that removes the listener. */
  readonly onChange: (listener: () => void) => () => void;
}

export function createObservers(): Observers {
  const listeners = new Set<() => void>();
  return {
    tell: () => [...listeners].forEach(listener => listener()),
    onChange: listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
