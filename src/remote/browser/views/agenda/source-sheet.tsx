import { Choosing, type Playable } from '../../state/choosing.js';
import { useModal } from '../../state/modal.js';
import type { Sought } from '../../state/route.js';
import { useIsUp, useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Collection } from '../library/collection.js';
import { Search } from '../library/search.js';
import { Favorites } from '../library/tiles.js';
import { Chips } from '../parts/chips.js';
import { SheetHead } from '../parts/sheet-head.js';

interface SourceSheetProps {
  readonly choose: (source: Playable) => void;
  readonly close: () => void;
}

/** A dialog in which something of the library, or something that a search finds, is chosen and not played. */
export function SourceSheet({ choose, close }: SourceSheetProps): VNode {
  const { say } = useWords();
  const online = useIsUp();
  const { ref, onClose, leave } = useModal(close);
  const [place, setPlace] = useState(0);
  const [list, setList] = useState('');
  const [sought, setSought] = useState<Sought>({ words: '', kind: 0 });
  const isLibrary = place === 0;
  function take(source: Playable): void {
    choose(source);
    leave();
  }
  return (
    <dialog ref={ref} class="question sheet choosing-source" aria-labelledby="source-title" onClose={onClose}>
      <SheetHead id="source-title" title={say('alarmPlays')} leave={leave} />
      <Choosing.Provider value={take}>
        <Chips
          label={say('shelves')}
          labels={[say('library'), say('search')]}
          chosen={place}
          choose={setPlace}
        />
        <div hidden={!isLibrary}>
          <Favorites online={online} shown={isLibrary} />
          <Collection online={online} shown={isLibrary} list={list} open={setList} />
        </div>
        <div hidden={isLibrary}>
          <Search online={online} shown={!isLibrary} sought={sought} seek={setSought} find={setSought} />
        </div>
      </Choosing.Provider>
    </dialog>
  );
}
