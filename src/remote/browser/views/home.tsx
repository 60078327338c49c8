import { useRoute } from '../state/route.js';
import { useSpeaker, useWords } from '../state/speaker.js';
import { h, type VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Library } from './library/library.js';
import { Search, type Sought } from './library/search.js';
import { Card } from './parts/card.js';
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

/** The player and, beside it or instead of it, what there is to play and the speaker itself. */
export function Home({ online }: { online: boolean }): VNode {
  const words = useWords();
  const { client } = useSpeaker();
  const wide = useWide();
  const { section, show } = useRoute();
  const [sought, seek] = useState<Sought>({ words: '', kind: 0 });
  const shown = wide && section === 'playing' ? 'library' : section;
  const state = client.state;
  if (state === null) return <Card title={words.say('connectingToSpeaker')} />;
  const find = (words: string): void => {
    seek({ words, kind: 0 });
    show('search');
  };
  return (
    <div class="home" data-section={shown}>
      {/* Said aloud whichever section is shown. */}
      <p class="unseen" role="status" dir="auto">
        {heardWords(words, state.item)}
      </p>
      <Player state={state} online={online} findMusic={() => show('library')} />
      <div class="library">
        {/* Both keep where they stand; the lists ask for nothing while they are out of sight. */}
        <div hidden={shown !== 'library' && shown !== 'playing'}>
          <Library online={online} find={find} />
        </div>
        <div hidden={shown !== 'search'}>
          <Search online={online} sought={sought} seek={seek} />
        </div>
        {shown === 'speaker' && <SpeakerScreen online={online} />}
      </div>
      <MiniPlayer state={state} online={online} open={() => show('playing')} />
      <Sections shown={shown} show={show} />
    </div>
  );
}
