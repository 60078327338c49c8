import { ControlError, type ControlReason } from '../../../client/control-error.js';
import { useEffect, useRef, useState } from 'preact/hooks';
import { failureWords } from '../words/failures.js';
import { useWords } from './speaker.js';

/** One page of a list, as the service returns it. */
export interface Paged<T> {
  readonly items: readonly T[];
  readonly cursor?: string;
}

export interface ListPages<T> {
  readonly items: readonly T[];
  /** Whether more items may follow. */
  readonly more: boolean;
  readonly busy: boolean;
  readonly failure: string | null;
  /** The items belong to the previous list, and stay until this one has some. */
  readonly isOfBefore: boolean;
  /** Fetches the next page; does nothing while a fetch is under way. */
  readonly next: () => void;
}

interface KeptList<T> extends Omit<ListPages<T>, 'next' | 'isOfBefore'> {
  readonly cursor?: string;
  /** When its first page was fetched, in epoch milliseconds. */
  readonly sinceMs: number;
  /** The edition that it was fetched for. */
  readonly edition: number;
  /** It failed for lack of a connection, which may come back. */
  readonly isOfLine: boolean;
}

export interface ListPagesOptions<T> {
  readonly online: boolean;
  /** Whether the list is visible. */
  readonly shown: boolean;
  /** Another number means that the list has changed and is fetched again. */
  readonly edition?: number;
  /** Identifies the list: another key is another list, and a known key restores the list as it was left. */
  readonly key: string;
  readonly load: (paging: { readonly limit: number; readonly cursor?: string }) => Promise<Paged<T>>;
  readonly limit?: number;
  /** Whether pages are fetched automatically until the list is complete. */
  readonly whole?: boolean;
  /** Whether the previous list's rows stay until this list's first page arrives. */
  readonly keepsBefore?: boolean;
}

/** The largest page that the service allows. */
const PAGE = 50;
/** The number of lists to keep; beyond it the oldest is dropped. */
const KEPT = 16;
/** A list older than this is fetched again when it is shown: a page may stay open for weeks. */
const OLD_MS = 30 * 60_000;
const FRESH = { items: [], more: true, busy: false, failure: null, isOfLine: false } as const;
const OF_LINE: readonly ControlReason[] = ['disconnected', 'timedOut'];

/** Fetches a list page by page. */
export function usePages<T>(options: ListPagesOptions<T>): ListPages<T> {
  const { key, load, online, shown, edition = 0, limit = PAGE } = options;
  const { whole = false, keepsBefore = false } = options;
  const words = useWords();
  const [, setCount] = useState(0);
  const lists = useRef(new Map<string, KeptList<T>>()).current;
  const before = useRef<readonly T[]>([]);
  const list: KeptList<T> = lists.get(key) ?? { ...FRESH, sinceMs: Date.now(), edition };
  const isWaiting = list.items.length === 0 && list.more && list.failure === null;
  if (!isWaiting) before.current = list.items;

  function hold(held: KeptList<T>): void {
    lists.delete(key);
    lists.set(key, held);
    const [oldest] = lists.keys();
    if (lists.size > KEPT && oldest !== undefined) lists.delete(oldest);
    setCount(count => count + 1);
  }

  /** Fetches the next page. `anew`: fetches the first page and replaces the whole list. */
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
      // An outdated list is better than none.
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
  // The previous list's rows would hide the button that fetches this list's first page.
  const goesOn = (whole || isOfBefore) && list.more && !list.busy && list.failure === null;
  useEffect(() => {
    if (goesOn) next();
  }, [goesOn, key, list.items.length]);
  return { ...list, ...(isOfBefore && { items: before.current }), isOfBefore, next };
}
