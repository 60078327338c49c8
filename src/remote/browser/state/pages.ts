import { ControlError, type ControlReason } from '../../../client/control-error.js';
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

interface Held<T> extends Omit<Pages<T>, 'next' | 'isOfBefore'> {
  readonly cursor?: string;
  /** When its first page was fetched. */
  readonly sinceMs: number;
  /** Which of its editions it is. */
  readonly edition: number;
  /** It failed for want of a line: that comes back. */
  readonly isOfLine: boolean;
}

export interface PagesOptions<T> {
  readonly online: boolean;
  /** Whether anybody sees it. */
  readonly shown: boolean;
  /** Another number: it has changed. */
  readonly edition?: number;
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
/** What was fetched so long ago is fetched anew by whoever comes back to it: a page may stay open for weeks. */
const OLD_MS = 30 * 60_000;
const FRESH = { items: [], more: true, busy: false, failure: null, isOfLine: false } as const;
const OF_LINE: readonly ControlReason[] = ['disconnected', 'timedOut'];

/** A list fetched page by page. */
export function usePages<T>(options: PagesOptions<T>): Pages<T> {
  const { key, load, online, shown, edition = 0, limit = PAGE } = options;
  const { whole = false, keepsBefore = false } = options;
  const words = useWords();
  const [, setCount] = useState(0);
  const lists = useRef(new Map<string, Held<T>>()).current;
  const before = useRef<readonly T[]>([]);
  const list: Held<T> = lists.get(key) ?? { ...FRESH, sinceMs: Date.now(), edition };
  const isWaiting = list.items.length === 0 && list.more && list.failure === null;
  if (!isWaiting) before.current = list.items;

  function hold(held: Held<T>): void {
    lists.delete(key);
    lists.set(key, held);
    const [oldest] = lists.keys();
    if (lists.size > KEPT && oldest !== undefined) lists.delete(oldest);
    setCount(count => count + 1);
  }

  /** Its next page; `anew`: its first, in place of all of it. */
  async function fetchNext(anew = false): Promise<void> {
    const { cursor, items, sinceMs, edition: before } = list;
    hold({ ...list, busy: true, failure: null });
    try {
      const page = await load({ limit, ...(cursor !== undefined && !anew && { cursor }) });
      const more = page.cursor !== undefined && page.items.length > 0;
      hold({
        ...FRESH,
        ...(anew ? { sinceMs: Date.now(), edition } : { sinceMs, edition: before }),
        items: anew ? page.items : [...items, ...page.items],
        ...(page.cursor !== undefined && { cursor: page.cursor }),
        more,
      });
    } catch (error) {
      if (!(error instanceof ControlError)) throw error;
      const isOfLine = OF_LINE.includes(error.reason);
      // An old one is better than none.
      hold({ ...list, busy: false, ...(!anew && { failure: failureWords(words, error), isOfLine }) });
    }
  }

  const next = (): void => {
    if (!list.busy && list.more) void fetchNext();
  };
  useEffect(() => {
    if (online && list.failure !== null && list.isOfLine) hold({ ...list, failure: null });
  }, [online]);
  useEffect(() => {
    const isOld = list.edition !== edition || Date.now() - list.sinceMs > OLD_MS;
    if (shown && online && lists.has(key) && !list.busy && list.failure === null && isOld)
      void fetchNext(true);
  }, [shown, online, key, edition]);
  const isOfBefore = keepsBefore && isWaiting && before.current.length > 0;
  // Rows of before would keep the button that fetches the first of these out of sight.
  const goesOn = (whole || isOfBefore) && list.more && !list.busy && list.failure === null;
  useEffect(() => {
    if (goesOn) next();
  }, [goesOn, key, list.items.length]);
  return { ...list, ...(isOfBefore && { items: before.current }), isOfBefore, next };
}
