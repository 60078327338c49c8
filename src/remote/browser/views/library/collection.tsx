import { COLLECTION_KINDS, type CollectionKind } from '../../state/kinds.js';
import { usePages } from '../../state/pages.js';
import { useSpeaker, useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Chips } from '../parts/chips.js';
import { ItemRow } from './item-row.js';
import { PagedList } from './paged-list.js';

interface OrderChoiceProps {
  readonly kind: CollectionKind;
  readonly chosen: number;
  readonly choose: (index: number) => void;
}

function OrderChoice({ kind: { orders }, chosen, choose }: OrderChoiceProps): VNode | null {
  const { say } = useWords();
  if (orders.length === 1) return null;
  return (
    <label class="order">
      {say('order')}
      <select value={chosen} onChange={event => choose(Number(event.currentTarget.value))}>
        {orders.map(({ label }, index) => (
          <option key={label} value={index}>
            {say(label)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** What the listener collected, one kind at a time, in an order that the service has for it. */
export function Collection({ online }: { online: boolean }): VNode {
  const { say } = useWords();
  const { client } = useSpeaker();
  const [chosen, choose] = useState(0);
  const [ordered, order] = useState(0);
  const kind = COLLECTION_KINDS[chosen] ?? COLLECTION_KINDS[0];
  const { label, params } = kind.orders[ordered] ?? kind.orders[0];
  const pages = usePages(`${kind.label} ${label}`, paging =>
    client.call('library.collection', { types: kind.types, ...params, ...paging }),
  );
  return (
    <div class="pane">
      <div class="choices">
        <Chips
          label={say('kinds')}
          labels={COLLECTION_KINDS.map(each => say(each.label))}
          chosen={chosen}
          choose={index => {
            order(0);
            choose(index);
          }}
        />
        <OrderChoice kind={kind} chosen={ordered} choose={order} />
      </div>
      <PagedList
        pages={pages}
        online={online}
        empty={say('nothingCollected')}
        row={item => <ItemRow item={item} online={online} />}
      />
    </div>
  );
}
