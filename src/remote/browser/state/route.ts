import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';

const SECTIONS = ['playing', 'library', 'search', 'speaker', 'wall'] as const;
export type Section = (typeof SECTIONS)[number];

/** The address of the speaker’s page at its invitations. */
export const INVITE = '#speaker/invite';

/** A search query. */
export interface Sought {
  readonly words: string;
  /** The index of the kind in `SEARCH_KINDS`. */
  readonly kind: number;
  /** The person may still be typing. */
  readonly isTyping?: boolean;
}

/** The current location within the remote. */
export interface RemotePlace {
  readonly section: Section;
  /** The open list of the library, kept while another section is shown; empty for the first list. */
  readonly list: string;
  /** Kept while other sections are shown. */
  readonly sought: Sought;
}

/** Navigates within the remote. The functions stay the same for the lifetime of the page. */
export interface Route {
  readonly show: (section: Section) => void;
  /** Opens a list of the library. */
  readonly open: (list: string) => void;
  /** Shows the search results; Back returns to the place of this call. */
  readonly find: (sought: Sought) => void;
  /** Updates the search in place, without a history entry; called for each letter. */
  readonly seek: (sought: Sought) => void;
}

/** The state of a history entry, besides its address. */
interface HistoryEntry {
  readonly sought?: Sought;
  /** The id of an overlay; `LEAVING` once it is closed and the browser is going back. */
  readonly over?: number;
}

const LEAVING = -1;

const NOTHING: Sought = { words: '', kind: 0 };

function entry(): HistoryEntry {
  return (history.state ?? {}) as HistoryEntry;
}

/**
 * Runs `then` once a pending step back has completed: the browser steps back asynchronously, and changes made before
 * that would affect the wrong history entry.
 */
function whenThere(then: () => void): void {
  if (entry().over === LEAVING) window.addEventListener('popstate', then, { once: true });
  else then();
}

function placeOf({ list: before, sought }: RemotePlace): RemotePlace {
  const [, name = '', list = ''] = /^#(\w+)(?:\/([\w-]*))?$/.exec(location.hash) ?? [];
  const section = SECTIONS.find(each => each === name) ?? 'playing';
  return { section, list: section === 'library' ? list : before, sought: entry().sought ?? sought };
}

function hashOf({ section, list }: RemotePlace): string {
  if (section === 'playing') return location.pathname;
  return section === 'library' && list !== '' ? `#library/${list}` : `#${section}`;
}

/**
 * Returns the current place and its navigation, both in step with the address, so that a phone's Back leads to the
 * previous place.
 */
export function useRoute(): [RemotePlace, Route] {
  const [place, setPlace] = useState(() => placeOf({ section: 'playing', list: '', sought: NOTHING }));
  const now = useRef(place);
  now.current = place;
  const route = useMemo(() => createRoute(now, setPlace), []);
  // Before the browser paints: what is pressed then is followed.
  useLayoutEffect(() => {
    // After a reload no overlay is left.
    const { sought } = entry();
    history.replaceState({ ...(sought && { sought }) } satisfies HistoryEntry, '');
    const follow = (): void => setPlace(placeOf(now.current));
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, []);
  return [place, route];
}

function createRoute(now: { readonly current: RemotePlace }, become: (place: RemotePlace) => void): Route {
  function go(next: Partial<RemotePlace>): void {
    whenThere(() => {
      const place = { ...now.current, ...next };
      const { sought } = place;
      const isSame = hashOf(place) === hashOf(now.current) && sought === now.current.sought;
      if (!isSame) history.pushState({ sought } satisfies HistoryEntry, '', hashOf(place));
      become(place);
    });
  }
  return {
    show: section => go({ section }),
    open: list => go({ section: 'library', list }),
    find: sought => go({ section: 'search', sought }),
    seek: sought => {
      const { words, kind, isTyping = false } = sought;
      // Safari allows a hundred calls in 30 seconds, fewer than a fast typist's letters.
      if (!isTyping) history.replaceState({ ...entry(), sought: { words, kind } } satisfies HistoryEntry, '');
      become({ ...now.current, sought });
    },
  };
}

/**
 * Restores the scroll position of each list, and starts a section shown for the first time at its top. Another list of
 * the library starts below the filters if the page was scrolled further down.
 */
export function useScrollOf(section: Section, list: string): void {
  const left = useRef(new Map<string, number>()).current;
  const before = useRef(section);
  const name = `${section} ${list}`;
  useLayoutEffect(() => {
    // Keep the browser from restoring a scroll position of its own.
    history.scrollRestoration = 'manual';
    const kept = left.get(name);
    const isSame = section === 'library' && before.current === section;
    before.current = section;
    // A page begins at its top; to scroll there would lay it out once more.
    if (left.size === 0) left.set(name, 0);
    else if (kept !== undefined || !isSame) window.scrollTo(0, kept ?? 0);
    else
      window.scrollBy(0, Math.min(0, document.querySelector('.shelves')?.getBoundingClientRect().top ?? 0));
    const note = (): void => void left.set(name, window.scrollY);
    window.addEventListener('scroll', note, { passive: true });
    return () => window.removeEventListener('scroll', note);
  }, [name]);
}

/** Gives an overlay a history entry of its own, so that Back closes it. */
export function useWayBack(close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    const over = performance.now();
    let isOpen = true;
    const follow = (): void => {
      // An overlay over this one was opened later.
      if ((entry().over ?? LEAVING) >= over) return;
      isOpen = false;
      latest.current();
    };
    whenThere(() => {
      if (!isOpen) return;
      history.pushState({ ...entry(), over } satisfies HistoryEntry, '');
      window.addEventListener('popstate', follow);
    });
    return () => {
      window.removeEventListener('popstate', follow);
      if (isOpen && entry().over === over) {
        history.replaceState({ ...entry(), over: LEAVING } satisfies HistoryEntry, '');
        history.back();
      }
      isOpen = false;
    };
  }, []);
}
