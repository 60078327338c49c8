import type { LibraryItem } from '../../../../contract/library.js';
import { type Letter, lettersOf, sift, sortByName } from '../../state/alphabet.js';
import { COLLECTION_KINDS, type CollectionKind } from '../../state/kinds.js';
import { usePages } from '../../state/pages.js';
import { useSpeaker, useWords } from '../../state/speaker.js';
import { Fragment, h, type VNode } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Chips } from '../parts/chips.js';
import { Icon } from '../parts/icons.js';
import { ItemRow } from './item-row.js';
import { type ListsProps, PagedList } from './paged-list.js';

interface OrderChoiceProps {
  readonly kind: CollectionKind;
  readonly chosen: number;
  readonly choose: (index: number) => void;
}

function OrderChoice({ kind: { orders }, chosen, choose }: OrderChoiceProps): VNode {
  const { say } = useWords();
  return (
    <label class="order">
      <span>{say('order')}</span>
      <svg class="icon line" viewBox="0 0 24 24" aria-hidden="true">
        <path d="M7 4v16m-4-4 4 4 4-4M17 20V4m-4 4 4-4 4 4" />
      </svg>
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

function Filter({ text, type }: { text: string; type: (text: string) => void }): VNode {
  const { say } = useWords();
  const form = useRef<HTMLFormElement | null>(null);
  // Once open it stays: if it closed as it loses the focus, what is pressed then would move away from the finger.
  const [open, setOpen] = useState(false);
  // What it finds is below, in sight then.
  useEffect(() => {
    if (text !== '') form.current?.scrollIntoView({ block: 'start' });
  }, [text]);
  return (
    <form
      ref={form}
      class={open || text !== '' ? 'search filter' : 'search filter closed'}
      onFocusIn={() => setOpen(true)}
      onSubmit={event => event.preventDefault()}
    >
      <Icon name="search" />
      <input
        type="search"
        value={text}
        aria-label={say('filter')}
        placeholder={say('filter')}
        dir="auto"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        enterkeyhint="done"
        maxLength={100}
        onInput={event => type(event.currentTarget.value)}
      />
    </form>
  );
}

interface LettersProps {
  readonly letters: readonly Letter[];
  readonly goTo: (index: number) => void;
}

function Letters({ letters, goTo }: LettersProps): VNode {
  const { say } = useWords();
  return (
    <div class="chips letters" role="group" aria-label={say('letters')}>
      {letters.map(({ letter, index }) => (
        <button
          key={letter}
          type="button"
          aria-label={letter ?? say('otherLetters')}
          onClick={() => goTo(index)}
        >
          {letter ?? '#'}
        </button>
      ))}
    </div>
  );
}

/** The order and filter of a list, kept for the lifetime of the page. */
interface ListView {
  readonly order: number;
  readonly filter: string;
}

/** The listener's collection, one kind at a time, in an order of the service or from A to Z, and filtered by name. */
export function Collection({ online, shown, list, open }: ListsProps): VNode {
  const { say, tag } = useWords();
  const { client } = useSpeaker();
  const [views, setViews] = useState<Readonly<Record<string, ListView>>>({});
  const [goTo, setGoTo] = useState<{ readonly index: number } | null>(null);
  const kind = COLLECTION_KINDS.find(each => each.list === list) ?? COLLECTION_KINDS[0];
  const { order, filter } = views[kind.label] ?? { order: 0, filter: '' };
  const look = (view: Partial<ListView>): void => {
    setGoTo(null);
    setViews({ ...views, [kind.label]: { order, filter, ...view } });
  };
  const { isByName = false, ...chosen } = kind.orders[order] ?? kind.orders[0];
  const { params } = isByName ? kind.orders[0] : chosen;
  const isSifted = filter.trim() !== '';
  const pages = usePages<LibraryItem>({
    online,
    shown,
    key: [kind.label, ...Object.values(params)].join(' '),
    load: paging => client.call('library.collection', { types: kind.types, ...params, ...paging }),
    whole: online && (isByName || isSifted),
  });
  const sorted = useMemo(
    () => (isByName ? sortByName(pages.items, tag) : pages.items),
    [pages.items, isByName, tag],
  );
  const items = useMemo(() => sift(sorted, filter), [sorted, filter]);
  const letters = useMemo(() => (isByName ? lettersOf(items) : []), [items, isByName]);
  const isWhole = !pages.more;
  return (
    <div class="pane">
      <div class="choices">
        <Chips
          label={say('kinds')}
          labels={COLLECTION_KINDS.map(each => say(each.label))}
          chosen={COLLECTION_KINDS.indexOf(kind)}
          choose={index => open(COLLECTION_KINDS[index]?.list ?? '')}
        />
        <OrderChoice kind={kind} chosen={order} choose={index => look({ order: index })} />
        <Filter text={filter} type={text => look({ filter: text })} />
      </div>
      {(isSifted || isByName) && (
        <Fragment>
          <p class="sub counted" role="status">
            {isWhole
              ? items.length > 0 && say('entries', { count: items.length })
              : pages.failure === null && say('fetchingAll', { count: pages.items.length })}
          </p>
          {letters.length > 1 && <Letters letters={letters} goTo={index => setGoTo({ index })} />}
        </Fragment>
      )}
      <PagedList
        pages={pages}
        online={online}
        items={items}
        goTo={goTo}
        empty={isSifted ? say('nothingFiltered') : say('nothingCollected')}
        idOf={({ id }) => id}
        row={item => <ItemRow item={item} online={online} />}
      />
    </div>
  );
}
