import { ControlError } from '../../../client/control-error.js';
import { useEffect, useRef, useState } from 'preact/hooks';
import { failureWords } from '../words/reasons.js';
import { useWords } from './speaker.js';

/** One page of a list, as the service answers it. */
export interface Paged<T> {
  readonly items: readonly T[];
  readonly cursor?: string;
}

export interface Pages<T> {
  readonly items: readonly T[];
  /** Whether there may be more than what is here. */
  readonly more: boolean;
  readonly busy: boolean;
  readonly failure: string | null;
  /** Fetches the next page; does nothing while one is under way. */
  readonly next: () => void;
}

interface Held<T> {
  readonly key: string;
  readonly items: readonly T[];
  readonly cursor: string | undefined;
  readonly more: boolean;
  readonly busy: boolean;
  readonly failure: string | null;
}

/** As many at a time; the service allows 50. */
const PAGE = 30;
const FRESH = { items: [], cursor: undefined, more: true, busy: false, failure: null } as const;

/** A list fetched page by page. Another `key` is another list: answers for the one before are dropped. */
export function usePages<T>(
  key: string,
  load: (paging: { readonly limit: number; readonly cursor?: string }) => Promise<Paged<T>>,
  limit = PAGE,
): Pages<T> {
  const words = useWords();
  const [held, setHeld] = useState<Held<T>>({ key, ...FRESH });
  const current = useRef(key);
  current.current = key;
  useEffect(() => setHeld({ key, ...FRESH }), [key]);
  const list = held.key === key ? held : { key, ...FRESH };

  async function fetchNext(): Promise<void> {
    setHeld({ ...list, busy: true, failure: null });
    try {
      const page = await load({ limit, ...(list.cursor !== undefined && { cursor: list.cursor }) });
      if (current.current !== key) return;
      const items = [...list.items, ...page.items];
      const more = page.cursor !== undefined && page.items.length > 0;
      setHeld({ key, items, cursor: page.cursor, more, busy: false, failure: null });
    } catch (error) {
      if (!(error instanceof ControlError)) throw error;
      if (current.current === key) setHeld({ ...list, busy: false, failure: failureWords(words, error) });
    }
  }

  return {
    ...list,
    next: () => {
      if (!list.busy && list.more) void fetchNext();
    },
  };
}
