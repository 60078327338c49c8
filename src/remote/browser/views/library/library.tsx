import { useSpeaker, useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { Chips } from '../parts/chips.js';
import { Collection } from './collection.js';
import { Presets } from './presets.js';
import { Thumbs } from './thumbs.js';
import { Favorites, Recent } from './tiles.js';
import { usePages } from '../../state/pages.js';
import { ItemRow } from './item-row.js';
import { type ListsProps, PagedList, type ShelfProps } from './paged-list.js';

// Exported here so that the search loads together with the library.
export { Search } from './search.js';

/** The service returns at most this many (specification, section 8). */
const MOST = 20;

interface TopArtistsProps extends ShelfProps {
  readonly find: (words: string) => void;
}

/** The artists that the listener recently played most; each opens a search for the artist. */
function TopArtists({ online, shown, find }: TopArtistsProps): VNode {
  const { say } = useWords();
  const { client } = useSpeaker();
  const pages = usePages({
    online,
    shown,
    key: 'artists',
    load: paging => client.call('library.topArtists', paging),
    limit: MOST,
  });
  return (
    <PagedList
      pages={pages}
      online={online}
      empty={say('noArtists')}
      idOf={({ id }) => id}
      row={item => <ItemRow item={item} online={online} open={() => find(item.name)} mark="chevron" />}
    />
  );
}

const SHELVES = ['collection', 'presets', 'before', 'artists', 'thumbs'] as const;
type LibraryShelf = (typeof SHELVES)[number];

/** Returns the shelf of a list; the names of other lists belong to the collection. */
function shelfOf(list: string): LibraryShelf {
  return SHELVES.find(each => each === list.replace(/-.*/, '')) ?? 'collection';
}

export interface LibraryProps extends ListsProps {
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
