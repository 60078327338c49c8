import type { Pages } from '../../state/pages.js';
import { h, type VNode } from 'preact';
import { MoreButton } from './more-button.js';

interface PagedListProps<T> {
  readonly pages: Pages<T>;
  readonly online: boolean;
  /** What is said when there is nothing. */
  readonly empty: string;
  readonly row: (item: T) => VNode;
}

/** A list that grows as it is scrolled. */
export function PagedList<T>({ pages, online, empty, row }: PagedListProps<T>): VNode {
  return (
    <div class="list" aria-busy={pages.busy}>
      <ul>
        {pages.items.map((item, index) => (
          <li key={index}>{row(item)}</li>
        ))}
      </ul>
      <div role="status">
        {pages.failure !== null && <p class="reason fault">{pages.failure}</p>}
        {!pages.more && pages.items.length === 0 && <p class="hint">{empty}</p>}
      </div>
      {pages.more && <MoreButton pages={pages} online={online} />}
    </div>
  );
}
