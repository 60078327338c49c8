import { h, type VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

/** Rows to render above and below the visible ones, so that keyboard navigation finds the next row. */
const AHEAD = 4;
/** The assumed height until a row has been measured, in pixels. */
const ROW_PX = 64;

interface Range {
  readonly first: number;
  /** One past the last. */
  readonly end: number;
}

const NONE: Range = { first: 0, end: 0 };

/** Returns the range of rows on or near the screen; all rows have the same height. */
function rangeOf(list: HTMLElement, count: number, rowPx: number): Range {
  // A hidden list shows nothing.
  if (list.getClientRects().length === 0) return NONE;
  const { top } = list.getBoundingClientRect();
  const first = Math.max(0, Math.floor(-top / rowPx) - AHEAD);
  // Always render the first rows, so that the list is not empty before it is visible.
  const end = Math.min(count, Math.max(0, Math.ceil((window.innerHeight - top) / rowPx)) + AHEAD);
  return first < end ? { first, end } : NONE;
}

/**
 * Returns the indices to render: the range, and the focused row with its neighbours, so that keyboard focus is not
 * lost.
 */
function placesIn({ first, end }: Range, held: number | null, count: number): readonly number[] {
  const places = new Set(Array.from({ length: end - first }, (_, at) => first + at));
  if (held !== null) for (const at of [held - 1, held, held + 1]) if (at >= 0 && at < count) places.add(at);
  return [...places].sort((a, b) => a - b);
}

interface RowsProps<T> {
  readonly items: readonly T[];
  readonly row: (item: T) => VNode;
  readonly idOf: (item: T) => string;
  /** The row to scroll to and focus; each request is a new object. */
  readonly goTo?: { readonly index: number } | null;
}

/** A virtual list: only rows near the visible ones are in the document, however long it is. */
export function Rows<T>({ items, row, idOf, goTo = null }: RowsProps<T>): VNode {
  const list = useRef<HTMLUListElement | null>(null);
  const [{ first, end }, setRange] = useState(NONE);
  const [rowPx, setRowPx] = useState(ROW_PX);
  const [held, setHeld] = useState<number | null>(null);
  const count = items.length;

  // After each rendering, because content above may have grown or the list may have become visible.
  const look = (): void => {
    if (list.current === null) return;
    const next = rangeOf(list.current, count, rowPx);
    setRange(before => (before.first === next.first && before.end === next.end ? before : next));
    const highPx = list.current.querySelector('li')?.offsetHeight ?? 0;
    if (highPx > 0) setRowPx(highPx);
  };
  const latest = useRef(look);
  latest.current = look;
  useLayoutEffect(look);
  useEffect(() => {
    const follow = (): void => latest.current();
    const options = { capture: true, passive: true };
    window.addEventListener('scroll', follow, options);
    window.addEventListener('resize', follow);
    return () => {
      window.removeEventListener('scroll', follow, options);
      window.removeEventListener('resize', follow);
    };
  }, []);

  const gone = useRef(goTo);
  useLayoutEffect(() => {
    if (goTo === null || goTo === gone.current) return;
    // The row must be rendered first.
    if (held !== goTo.index) {
      setHeld(goTo.index);
      return;
    }
    gone.current = goTo;
    const target = list.current?.querySelector(`[aria-posinset="${held + 1}"]`);
    target?.scrollIntoView({ block: 'start' });
    target?.querySelector('button')?.focus({ preventScroll: true });
  }, [goTo, held]);

  return (
    <ul
      ref={list}
      class="rows"
      style={{ height: `${count * rowPx}px` }}
      onFocusIn={event => {
        const place = (event.target as Element).closest('li')?.getAttribute('aria-posinset');
        setHeld(Number(place) - 1);
      }}
      onFocusOut={event => {
        // Between two rows the browser reports a focus-out first; the row that receives the focus must stay.
        if (!list.current?.contains(event.relatedTarget as Node | null)) setHeld(null);
      }}
    >
      {placesIn({ first, end: Math.min(end, count) }, held, count).map(index => {
        const item = items[index];
        return item === undefined ? null : (
          <li
            // The key includes the item: a row under a finger must not turn into another item.
            key={`${index} ${idOf(item)}`}
            aria-setsize={count}
            aria-posinset={index + 1}
            style={{ transform: `translateY(${index * rowPx}px)` }}
          >
            {row(item)}
          </li>
        );
      })}
    </ul>
  );
}
