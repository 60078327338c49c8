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
  /** What is here is of the list before: it stays until there is something of this one. */
  readonly isOfBefore: boolean;
  /** Fetches the next page; does nothing while one is under way. */
  readonly next: () => void;
}

type Held<T> = Omit<Pages<T>, 'next' | 'isOfBefore'> & { readonly cursor?: string };

export interface PagesOptions<T> {
  /** Names the list: another key is another list, and the same again is found as it was left. */
  readonly key: string;
  readonly load: (paging: { readonly limit: number; readonly cursor?: string }) => Promise<Paged<T>>;
  readonly limit?: number;
  /** Whether pages are fetched without being asked for, as far as there are any. */
  readonly whole?: boolean;
  /** Whether the rows of the list before stay while this one's first are under way. */
  readonly keepsBefore?: boolean;
}

/** As many at a time as the service allows. */
const PAGE = 50;
/** Lists that are kept; the oldest is fetched anew. */
const KEPT = 16;
const FRESH = { items: [], more: true, busy: false, failure: null } as const;

/** A list fetched page by page. */
export function usePages<T>(options: PagesOptions<T>): Pages<T> {
  const { key, load, limit = PAGE, whole = false, keepsBefore = false } = options;
  const words = useWords();
  const [, setCount] = useState(0);
  const lists = useRef(new Map<string, Held<T>>()).current;
  const before = useRef<readonly T[]>([]);
  const list: Held<T> = lists.get(key) ?? FRESH;
  const isWaiting = list.items.length === 0 && list.more && list.failure === null;
  if (!isWaiting) before.current = list.items;

  function hold(held: Held<T>): void {
    lists.delete(key);
    lists.set(key, held);
    const [oldest] = lists.keys();
    if (lists.size > KEPT && oldest !== undefined) lists.delete(oldest);
    setCount(count => count + 1);
  }

  async function fetchNext(): Promise<void> {
    const { cursor, items } = list;
    hold({ ...list, busy: true, failure: null });
    try {
      const page = await load({ limit, ...(cursor !== undefined && { cursor }) });
      const more = page.cursor !== undefined && page.items.length > 0;
      const next = page.cursor === undefined ? {} : { cursor: page.cursor };
      hold({ items: [...items, ...page.items], ...next, more, busy: false, failure: null });
    } catch (error) {
      if (!(error instanceof ControlError)) throw error;
      hold({ ...list, busy: false, failure: failureWords(words, error) });
    }
  }

  const next = (): void => {
    if (!list.busy && list.more) void fetchNext();
  };
  const isOfBefore = keepsBefore && isWaiting && before.current.length > 0;
  // Rows of before would keep the button that fetches the first of these out of sight.
  const goesOn = (whole || isOfBefore) && list.more && !list.busy && list.failure === null;
  useEffect(() => {
    if (goesOn) next();
  }, [goesOn, key, list.items.length]);
  return { ...list, ...(isOfBefore && { items: before.current }), isOfBefore, next };
}
