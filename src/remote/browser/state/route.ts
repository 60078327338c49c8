import { useEffect, useState } from 'preact/hooks';

export type Section = 'playing' | 'library' | 'search' | 'speaker';

/** Where the library and the search stand, kept while other sections are shown. */
export interface Route {
  readonly section: Section;
  readonly show: (section: Section) => void;
}

const SECTIONS: readonly Section[] = ['playing', 'library', 'search', 'speaker'];

function sectionOf(hash: string): Section {
  return SECTIONS.find(section => hash === `#${section}`) ?? 'playing';
}

/** The section shown, in step with the address, so that a phone's way back leads to the one before. */
export function useRoute(): Route {
  const [section, setSection] = useState(() => sectionOf(location.hash));
  useEffect(() => {
    const follow = (): void => setSection(sectionOf(location.hash));
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, []);
  return {
    section,
    show: next => {
      if (next === section) return;
      history.pushState(null, '', next === 'playing' ? location.pathname : `#${next}`);
      setSection(next);
      window.scrollTo(0, 0);
    },
  };
}
