import { useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Chips } from '../parts/chips.js';
import { Collection } from './collection.js';
import { Favorites, TopArtists } from './favorites.js';
import { Thumbs } from './thumbs.js';

const SHELVES = ['collection', 'favorites', 'artists', 'thumbs'] as const;

interface LibraryProps {
  readonly online: boolean;
  /** Searches for these words. */
  readonly find: (words: string) => void;
}

/** What is the listener's own, one shelf at a time. */
export function Library({ online, find }: LibraryProps): VNode {
  const { say } = useWords();
  const [chosen, choose] = useState(0);
  const shelf = SHELVES[chosen];
  return (
    <div class="screen">
      <h2 class="heading">{say('library')}</h2>
      <Chips
        class="shelves"
        label={say('shelves')}
        labels={SHELVES.map(each => say(each))}
        chosen={chosen}
        choose={choose}
      />
      {shelf === 'collection' && <Collection online={online} />}
      {shelf === 'favorites' && <Favorites online={online} />}
      {shelf === 'artists' && <TopArtists online={online} find={find} />}
      {shelf === 'thumbs' && <Thumbs online={online} />}
    </div>
  );
}
