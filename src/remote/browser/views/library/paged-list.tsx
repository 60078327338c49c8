import type { ListPages } from '../../state/pages.js';
import { useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { Rows } from './rows.js';
import { useEffect, useRef } from 'preact/hooks';

interface MoreButtonProps {
  readonly pages: ListPages<unknown>;
  readonly online: boolean;
}

/** Fetches the next page automatically before the button comes into view, and when pressed. */
function MoreButton({ pages, online }: MoreButtonProps): VNode {
  const { say } = useWords();
  const button = useRef<HTMLButtonElement | null>(null);
  const next = useRef(pages.next);
  next.current = pages.next;
  const waiting = online && !pages.busy && pages.failure === null;
  useEffect(() => {
    if (button.current === null || !waiting) return;
    const observer = new IntersectionObserver(
      entries => {
        if (entries.some(entry => entry.isIntersecting)) next.current();
      },
      { rootMargin: '600px' },
    );
    observer.observe(button.current);
    return () => observer.disconnect();
  }, [waiting, pages.items.length]);
  const label = pages.busy ? say('loading') : pages.failure === null ? say('more') : say('tryAgain');
  return (
    <button
      ref={button}
      class="more"
      type="button"
      disabled={!online}
      aria-busy={pages.busy}
      onClick={pages.next}
    >
      {label}
    </button>
  );
}

/** What every shelf of the library is told. */
export interface ShelfProps {
  readonly online: boolean;
  /** Whether it is in sight; hidden ones request nothing. */
  readonly shown: boolean;
}

/** A shelf of several lists. */
export interface ListsProps extends ShelfProps {
  /** The kind of the list, by its name in the address. */
  readonly list: string;
  readonly open: (list: string) => void;
}

interface PagedListProps<T> {
  readonly pages: ListPages<T>;
  readonly online: boolean;
  /** The text of an empty list. */
  readonly empty: string;
  readonly row: (item: T) => VNode;
  readonly idOf: (item: T) => string;
  /** The items to show, in order; by default all items. */
  readonly items?: readonly T[];
  readonly goTo?: { readonly index: number } | null;
}

/** A list that grows as it is scrolled. */
export function PagedList<T>(props: PagedListProps<T>): VNode {
  const { say } = useWords();
  const { pages, online, empty, row, idOf, items = pages.items, goTo = null } = props;
  const isCutOff = !online && pages.items.length === 0 && pages.failure === null && pages.more;
  return (
    <div class={pages.isOfBefore ? 'list before' : 'list'} aria-busy={pages.busy}>
      <Rows items={items} row={row} idOf={idOf} goTo={goTo} />
      <div role="status">
        {pages.failure !== null && <p class="reason fault">{pages.failure}</p>}
        {isCutOff && <p class="hint">{say('failed.disconnected')}</p>}
        {!pages.more && items.length === 0 && <p class="hint">{empty}</p>}
      </div>
      {pages.more && !pages.isOfBefore && !isCutOff && <MoreButton pages={pages} online={online} />}
    </div>
  );
}
