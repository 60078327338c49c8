import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';

const SECTIONS = ['playing', 'library', 'search', 'speaker', 'wall'] as const;
export type Section = (typeof SECTIONS)[number];

/** What to search for. */
export interface Sought {
  readonly words: string;
  /** The place of the kind in the row of kinds. */
  readonly kind: number;
  /** There may be more of the words in a moment. */
  readonly isTyping?: boolean;
}

/** Where this page is. */
export interface Place {
  readonly section: Section;
  /** Which list of the library is open, also while another section is shown; empty: the first. */
  readonly list: string;
  /** Kept while other sections are shown. */
  readonly sought: Sought;
}

/** The same functions as long as the page stands. */
export interface Route {
  readonly show: (section: Section) => void;
  /** Opens a list of the library. */
  readonly open: (list: string) => void;
  /** Shows what there is of it; the way back leads to where this was asked. */
  readonly find: (sought: Sought) => void;
  /** The same where it is shown already, and without a way back: for each letter. */
  readonly seek: (sought: Sought) => void;
}

/** What an entry of the history holds beside its address. */
interface Entry {
  readonly sought?: Sought;
  /** What stands over the others: its name, and `LEAVING` once it is closed and the browser is on its way back. */
  readonly over?: number;
}

const LEAVING = -1;

const NOTHING: Sought = { words: '', kind: 0 };

function entry(): Entry {
  return (history.state ?? {}) as Entry;
}

/** The browser goes back in its own time: what is done to the history before is done to another entry. */
function whenThere(then: () => void): void {
  if (entry().over === LEAVING) window.addEventListener('popstate', then, { once: true });
  else then();
}

function placeOf({ list: before, sought }: Place): Place {
  const [, name = '', list = ''] = /^#(\w+)(?:\/([\w-]*))?$/.exec(location.hash) ?? [];
  const section = SECTIONS.find(each => each === name) ?? 'playing';
  return { section, list: section === 'library' ? list : before, sought: entry().sought ?? sought };
}

function hashOf({ section, list }: Place): string {
  if (section === 'playing') return location.pathname;
  return section === 'library' && list !== '' ? `#library/${list}` : `#${section}`;
}

/** Sections and opened lists, in step with the address: a phone's way back leads to the one before. */
export function useRoute(): [Place, Route] {
  const [place, setPlace] = useState(() => placeOf({ section: 'playing', list: '', sought: NOTHING }));
  const now = useRef(place);
  now.current = place;
  const route = useMemo(() => createRoute(now, setPlace), []);
  useEffect(() => {
    // Of what stood over a page that was loaded anew nothing is left.
    const { sought } = entry();
    history.replaceState({ ...(sought && { sought }) } satisfies Entry, '');
    const follow = (): void => setPlace(placeOf(now.current));
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, []);
  return [place, route];
}

function createRoute(now: { readonly current: Place }, become: (place: Place) => void): Route {
  function go(next: Partial<Place>): void {
    whenThere(() => {
      const place = { ...now.current, ...next };
      const { sought } = place;
      const isSame = hashOf(place) === hashOf(now.current) && sought === now.current.sought;
      if (!isSame) history.pushState({ sought } satisfies Entry, '', hashOf(place));
      become(place);
    });
  }
  return {
    show: section => go({ section }),
    open: list => go({ section: 'library', list }),
    find: sought => go({ section: 'search', sought }),
    seek: sought => {
      const { words, kind, isTyping = false } = sought;
      // Safari allows a hundred in half a minute, fewer than some type letters.
      if (!isTyping) history.replaceState({ ...entry(), sought: { words, kind } } satisfies Entry, '');
      become({ ...now.current, sought });
    },
  };
}

/**
 * Each list is found where it was left, and a section that is shown for the first time at its top. Another list of the
 * library begins below what is chosen of it, for whoever was further down.
 */
export function useScrollOf(section: Section, list: string): void {
  const left = useRef(new Map<string, number>()).current;
  const before = useRef(section);
  const name = `${section} ${list}`;
  useLayoutEffect(() => {
    // The browser would put its own idea of it in the way.
    history.scrollRestoration = 'manual';
    const kept = left.get(name);
    const isSame = section === 'library' && before.current === section;
    before.current = section;
    if (kept !== undefined || !isSame) window.scrollTo(0, kept ?? 0);
    else
      window.scrollBy(0, Math.min(0, document.querySelector('.shelves')?.getBoundingClientRect().top ?? 0));
    const note = (): void => void left.set(name, window.scrollY);
    window.addEventListener('scroll', note, { passive: true });
    return () => window.removeEventListener('scroll', note);
  }, [name]);
}

/** What stands over the others is an entry of its own: the way back closes it. */
export function useWayBack(close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    const over = performance.now();
    let isOpen = true;
    const follow = (): void => {
      if (entry().over === over) return;
      isOpen = false;
      latest.current();
    };
    whenThere(() => {
      if (!isOpen) return;
      history.pushState({ ...entry(), over } satisfies Entry, '');
      window.addEventListener('popstate', follow);
    });
    return () => {
      window.removeEventListener('popstate', follow);
      if (isOpen && entry().over === over) {
        history.replaceState({ ...entry(), over: LEAVING } satisfies Entry, '');
        history.back();
      }
      isOpen = false;
    };
  }, []);
}
