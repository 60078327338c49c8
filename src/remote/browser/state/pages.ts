import { ControlError } from '../../../client/control-error.js';
import type { ItemPage, ListedItem } from '../../../client/protocol.js';
import { useEffect, useRef, useState } from '../vendor/preact-hooks.js';
import { failureWords } from '../words.js';

export interface Pages {
  readonly items: readonly ListedItem[];
  /** Whether there may be more than what is here. */
  readonly more: boolean;
  readonly busy: boolean;
  readonly failure: string | null;
  /** Fetches the next page; does nothing while one is under way. */
  readonly next: () => void;
}

interface Held {
  readonly key: string;
  readonly items: readonly ListedItem[];
  readonly cursor: string | undefined;
  readonly more: boolean;
  readonly busy: boolean;
  readonly failure: string | null;
}

const FRESH = { items: [], cursor: undefined, more: true, busy: false, failure: null } as const;

/** A list fetched page by page. Another `key` is another list: answers for the one before are dropped. */
export function usePages(key: string, load: (cursor: string | undefined) => Promise<ItemPage>): Pages {
  const [held, setHeld] = useState<Held>({ key, ...FRESH });
  const current = useRef(key);
  current.current = key;
  useEffect(() => setHeld({ key, ...FRESH }), [key]);
  const list = held.key === key ? held : { key, ...FRESH };

  async function fetchNext(): Promise<void> {
    setHeld({ ...list, busy: true, failure: null });
    try {
      const page = await load(list.cursor);
      if (current.current !== key) return;
      const items = [...list.items, ...page.items];
      const more = page.cursor !== undefined && page.items.length > 0;
      setHeld({ key, items, cursor: page.cursor, more, busy: false, failure: null });
    } catch (error) {
      if (!(error instanceof ControlError)) throw error;
      if (current.current === key) setHeld({ ...list, busy: false, failure: failureWords(error) });
    }
  }

  return {
    ...list,
    next: () => {
      if (!list.busy && list.more) void fetchNext();
    },
  };
}
