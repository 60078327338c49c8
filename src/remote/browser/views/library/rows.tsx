import { h, type VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

/** Rows beyond what is seen, above and below: the keyboard finds the next one there. */
const AHEAD = 4;
/** Until a row has been measured, pixels. */
const ROW_PX = 64;

interface Range {
  readonly first: number;
  /** One after the last. */
  readonly end: number;
}

const NONE: Range = { first: 0, end: 0 };

/** Which of the rows, each as high as every other, are on the screen or near. */
function rangeOf(list: HTMLElement, count: number, rowPx: number): Range {
  // Out of sight there is nothing to be seen of it.
  if (list.getClientRects().length === 0) return NONE;
  const { top } = list.getBoundingClientRect();
  const first = Math.max(0, Math.floor(-top / rowPx) - AHEAD);
  // The first of them are there before they are seen: a list is not empty.
  const end = Math.min(count, Math.max(0, Math.ceil((window.innerHeight - top) / rowPx)) + AHEAD);
  return first < end ? { first, end } : NONE;
}

/** Those, and around the one that the keyboard is at, so that it is not lost and finds its way. */
function placesIn({ first, end }: Range, held: number | null, count: number): readonly number[] {
  const places = new Set(Array.from({ length: end - first }, (_, at) => first + at));
  if (held !== null) for (const at of [held - 1, held, held + 1]) if (at >= 0 && at < count) places.add(at);
  return [...places].sort((a, b) => a - b);
}

interface RowsProps<T> {
  readonly items: readonly T[];
  readonly row: (item: T) => VNode;
  readonly idOf: (item: T) => string;
  /** Where the list goes, and the keyboard with it; each is another object. */
  readonly goTo?: { readonly index: number } | null;
}

/** A list of which no more is there than what is seen, however long it is. */
export function Rows<T>({ items, row, idOf, goTo = null }: RowsProps<T>): VNode {
  const list = useRef<HTMLUListElement | null>(null);
  const [{ first, end }, setRange] = useState(NONE);
  const [rowPx, setRowPx] = useState(ROW_PX);
  const [held, setHeld] = useState<number | null>(null);
  const count = items.length;

  // After each rendering: what is above may have grown, or this may have come into sight.
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
    // First it has to be there.
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
        // From row to row it is told of in between: the one it goes to has to stay.
        if (!list.current?.contains(event.relatedTarget as Node | null)) setHeld(null);
      }}
    >
      {placesIn({ first, end: Math.min(end, count) }, held, count).map(index => {
        const item = items[index];
        return item === undefined ? null : (
          <li
            // Another item is another row: what a finger is on does not turn into something else.
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
