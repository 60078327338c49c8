import { useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { Chips } from '../parts/chips.js';
import { TopArtists } from './artists.js';
import { Collection } from './collection.js';
import { Thumbs } from './thumbs.js';
import { Favorites, Recent } from './tiles.js';

// Fetched with it, as who looks here may look there.
export { Search } from './search.js';

const SHELVES = ['collection', 'artists', 'thumbs'] as const;
type Shelf = (typeof SHELVES)[number];

/** The lists of the collection have names of their own. */
function shelfOf(list: string): Shelf {
  return SHELVES.find(each => each === list.replace(/-.*/, '')) ?? 'collection';
}

export interface LibraryProps {
  readonly online: boolean;
  /** Whether anybody sees it. */
  readonly shown: boolean;
  /** Which of its lists is open, by its name in the address. */
  readonly list: string;
  readonly open: (list: string) => void;
  /** Searches for these words. */
  readonly find: (words: string) => void;
}

/** What is the listener's own: what was liked and played of late, then all of it, one shelf at a time. */
export function Library({ online, shown, list, open, find }: LibraryProps): VNode {
  const { say } = useWords();
  const shelf = shelfOf(list);
  /** Of each shelf that was open the list that was open last: all are kept as they were left. */
  const lists = useRef(new Map<Shelf, string>()).current;
  lists.set(shelf, list);
  const at = (each: Shelf): string => lists.get(each) ?? (each === 'collection' ? '' : each);
  const sees = (each: Shelf): boolean => shown && each === shelf;
  return (
    <div class="screen">
      <h2 class="heading">{say('library')}</h2>
      <Favorites online={online} shown={shown} />
      <Recent online={online} shown={shown} />
      <Chips
        class="shelves"
        label={say('shelves')}
        labels={SHELVES.map(each => say(each))}
        chosen={SHELVES.indexOf(shelf)}
        choose={index => open(at(SHELVES[index] ?? 'collection'))}
      />
      {SHELVES.filter(each => lists.has(each)).map(each => (
        <div key={each} hidden={each !== shelf}>
          {each === 'collection' && (
            <Collection online={online} shown={sees(each)} list={at(each)} open={open} />
          )}
          {each === 'artists' && <TopArtists online={online} shown={sees(each)} find={find} />}
          {each === 'thumbs' && <Thumbs online={online} shown={sees(each)} list={at(each)} open={open} />}
        </div>
      ))}
    </div>
  );
}
