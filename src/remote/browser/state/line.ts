import type { ControlClient } from '../../../client/control-client.js';
import { createObservers } from './observers.js';

/** A fault of the line to the speaker while the connection is not closed. */
export type Trouble = 'offline' | 'silent' | 'unanswered';

/** Time after which a person notices a missing answer, in milliseconds. */
const UNANSWERED_MS = 1_500;

export interface SpeakerLine {
  readonly trouble: Trouble | null;
  /** Whether a command would reach the speaker, as far as is known. */
  readonly isUp: boolean;
  /** Reports `unanswered` if the call takes too long. */
  follow<T>(asking: Promise<T>): Promise<T>;
  /** Opens a new connection, because the old one may be dead. */
  tryNow(): void;
  onChange(listener: () => void): () => void;
}

/** Creates the monitor and watches the client and the window at once. */
export function createLine(client: ControlClient, window: Pick<Window, 'addEventListener'>): SpeakerLine {
  const { tell, onChange } = createObservers();
  let isOffline = false;
  const unanswered = new Set<object>();

  function setOffline(next: boolean): void {
    if (isOffline === next) return;
    isOffline = next;
    tell();
  }

  window.addEventListener('offline', () => {
    setOffline(true);
    // The speaker may be this very machine or reachable by another route, so probe it.
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
    get isUp() {
      return client.phase === 'online' && !isOffline && !client.isSilent;
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
    onChange,
  };
}
