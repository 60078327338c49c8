import { useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { Chips } from '../parts/chips.js';
import { TopArtists } from './artists.js';
import { Collection } from './collection.js';
import { Presets } from './presets.js';
import { Thumbs } from './thumbs.js';
import { Favorites, Recent } from './tiles.js';

// Exported here so that the search loads together with the library.
export { Search } from './search.js';

const SHELVES = ['collection', 'presets', 'before', 'artists', 'thumbs'] as const;
type LibraryShelf = (typeof SHELVES)[number];

/** Returns the shelf of a list; the names of other lists belong to the collection. */
function shelfOf(list: string): LibraryShelf {
  return SHELVES.find(each => each === list.replace(/-.*/, '')) ?? 'collection';
}

export interface LibraryProps {
  readonly online: boolean;
  /** Whether the library is visible. */
  readonly shown: boolean;
  /** The name of the open list in the address. */
  readonly list: string;
  readonly open: (list: string) => void;
  /** Searches for these words. */
  readonly find: (words: string) => void;
}

/** The listener's own music: recent favourites, then everything else, one shelf at a time. */
export function Library({ online, shown, list, open, find }: LibraryProps): VNode {
  const { say } = useWords();
  const shelf = shelfOf(list);
  /** The last open list of each opened shelf; all stay mounted and keep their state. */
  const lists = useRef(new Map<LibraryShelf, string>()).current;
  lists.set(shelf, list);
  const at = (each: LibraryShelf): string => lists.get(each) ?? (each === 'collection' ? '' : each);
  const sees = (each: LibraryShelf): boolean => shown && each === shelf;
  return (
    <div class="screen">
      <h2 class="heading">{say('library')}</h2>
      <Favorites online={online} shown={shown} />
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
          {each === 'presets' && <Presets online={online} shown={sees(each)} />}
          {each === 'before' && <Recent online={online} shown={sees(each)} />}
          {each === 'artists' && <TopArtists online={online} shown={sees(each)} find={find} />}
          {each === 'thumbs' && <Thumbs online={online} shown={sees(each)} list={at(each)} open={open} />}
        </div>
      ))}
    </div>
  );
}
