import { useRoute } from '../state/route.js';
import { useSame } from '../state/same.js';
import { useSpeaker, useWords } from '../state/speaker.js';
import { h, type VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useKeys } from './keyboard.js';
import { Library } from './library/library.js';
import { Search, type Sought } from './library/search.js';
import { Card } from './parts/card.js';
import { memo } from './parts/memo.js';
import { MiniPlayer } from './player/mini-player.js';
import { Player } from './player/player.js';
import { heardWords } from './player/titles.js';
import { Sections } from './sections.js';
import { SpeakerScreen } from './speaker/speaker.js';

/** Whether there is room for the player beside the library; the style sheet draws the same line. */
function useWide(): boolean {
  const [query] = useState(() => matchMedia('(min-width: 900px)'));
  const [wide, setWide] = useState(query.matches);
  useEffect(() => {
    const look = (): void => setWide(query.matches);
    query.addEventListener('change', look);
    return () => query.removeEventListener('change', look);
  }, [query]);
  return wide;
}

/** Kept as they are while what plays changes. */
const [LibraryScreen, SearchScreen, Speaker, Tabs] = [
  memo(Library),
  memo(Search),
  memo(SpeakerScreen),
  memo(Sections),
];

interface HomeProps {
  readonly online: boolean;
  /** What is to be said now: where the player is it takes room of the cover, elsewhere of the list. */
  readonly messages: VNode;
}

/** The player and, beside it or instead of it, what there is to play and the speaker itself. */
export function Home({ online, messages }: HomeProps): VNode {
  const words = useWords();
  const { client } = useSpeaker();
  const wide = useWide();
  const { section, show } = useRoute();
  const [sought, seek] = useState<Sought>({ words: '', kind: 0 });
  const shown = wide && section === 'playing' ? 'library' : section;
  const lead = useSame(show);
  const find = useSame((words: string) => {
    seek({ words, kind: 0 });
    show('search');
  });
  const findMusic = useSame(() => show('library'));
  const toPlayer = useSame(() => show('playing'));
  useKeys(lead);
  const state = client.state;
  if (state === null) return <Card title={words.say('connectingToSpeaker')} />;
  const isOnPlayer = wide || shown === 'playing';
  return (
    <div class="home" data-section={shown}>
      {/* Said aloud whichever section is shown. */}
      <p class="unseen" role="status" dir="auto">
        {heardWords(words, state.item)}
      </p>
      <Player state={state} online={online} findMusic={findMusic} messages={isOnPlayer ? messages : null} />
      {/* Before the lists, for whoever goes through the page by keys: those have no end. */}
      <MiniPlayer state={state} online={online} open={toPlayer} />
      <Tabs shown={shown} show={lead} />
      <div class="library">
        {!isOnPlayer && messages}
        {/* Both keep where they stand; the lists ask for nothing while they are out of sight. */}
        <div hidden={shown !== 'library' && shown !== 'playing'}>
          <LibraryScreen online={online} find={find} />
        </div>
        <div hidden={shown !== 'search'}>
          <SearchScreen online={online} sought={sought} seek={seek} />
        </div>
        {shown === 'speaker' && <Speaker online={online} />}
      </div>
    </div>
  );
}
