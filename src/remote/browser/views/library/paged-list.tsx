import type { ListPages } from '../../state/pages.js';
import { useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { MoreButton } from './more-button.js';
import { Rows } from './rows.js';

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
