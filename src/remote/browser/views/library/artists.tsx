import { usePages } from '../../state/pages.js';
import { useSpeaker, useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { ItemRow } from './item-row.js';
import { PagedList } from './paged-list.js';

/** The service returns at most this many (specification, section 8). */
const MOST = 20;

interface TopArtistsProps {
  readonly online: boolean;
  readonly shown: boolean;
  readonly find: (words: string) => void;
}

/** The artists that the listener recently played most; each opens a search for the artist. */
export function TopArtists({ online, shown, find }: TopArtistsProps): VNode {
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
