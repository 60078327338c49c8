import type { ControlClient } from '../../../client/control-client.js';

/** What is the matter with the way to the speaker, though nothing says that it is closed. */
export type Trouble = 'offline' | 'silent' | 'unanswered';

/** A listener begins to wonder, milliseconds. */
const UNANSWERED_MS = 1_500;

export interface Line {
  readonly trouble: Trouble | null;
  /** Says so where its answer takes long. */
  follow<T>(asking: Promise<T>): Promise<T>;
  /** By a connection of its own: the old one may lead nowhere. */
  tryNow(): void;
  onChange(listener: () => void): () => void;
}

/** Begins to watch at once. */
export function createLine(client: ControlClient, window: Pick<Window, 'addEventListener'>): Line {
  const listeners = new Set<() => void>();
  let isOffline = false;
  const unanswered = new Set<object>();

  function tell(): void {
    for (const listener of [...listeners]) listener();
  }

  function setOffline(next: boolean): void {
    if (isOffline === next) return;
    isOffline = next;
    tell();
  }

  window.addEventListener('offline', () => {
    setOffline(true);
    // The speaker may be this very machine, or behind another way: it is asked.
    client.reconnect();
  });
  window.addEventListener('online', () => setOffline(false));
  client.onChange(() => {
    if (client.phase === 'online' && !client.isSilent) setOffline(false);
  });

  return {
    get trouble() {
      if (isOffline) return 'offline';
      if (client.isSilent) return 'silent';
      return unanswered.size > 0 ? 'unanswered' : null;
    },
    async follow(asking) {
      const timer = setTimeout(() => {
        unanswered.add(asking);
        tell();
      }, UNANSWERED_MS);
      try {
        return await asking;
      } finally {
        clearTimeout(timer);
        if (unanswered.delete(asking)) tell();
      }
    },
    tryNow() {
      client.stop();
      client.start();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
