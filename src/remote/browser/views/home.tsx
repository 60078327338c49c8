import { type Section, useRoute, useScrollOf } from '../state/route.js';
import { useSame } from '../state/same.js';
import { useSpeaker, useWords } from '../state/speaker.js';
import type { MessageBoard } from '../state/messages.js';
import { Fragment, h, type VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useKeys } from './keyboard.js';
import { Card } from './parts/card.js';
import { focusSafely } from './parts/focus.js';
import { later } from './parts/later.js';
import { Messages } from './messages.js';
import { memo } from './parts/memo.js';
import { Heard } from './player/heard.js';
import { MiniPlayer } from './player/mini-player.js';
import { Player } from './player/player.js';
import { Icon, type IconName } from './parts/icons.js';

const Library = later(() => import('./library/library.js').then(({ Library }) => Library));
const Search = later(() => import('./library/library.js').then(({ Search }) => Search));
const SpeakerScreen = later(() => import('./speaker/speaker.js').then(({ SpeakerScreen }) => SpeakerScreen));
const Wall = later(() => import('./wall/wall.js').then(({ Wall }) => Wall));

const SECTIONS: readonly { readonly id: Section; readonly icon: IconName }[] = [
  { id: 'playing', icon: 'record' },
  { id: 'library', icon: 'shelf' },
  { id: 'search', icon: 'search' },
  { id: 'speaker', icon: 'box' },
];

/** Navigation between the sections: a bar at the bottom on phones, tabs above the library elsewhere. */
function Sections({ shown, show }: { shown: Section; show: (section: Section) => void }): VNode {
  const { say } = useWords();
  return (
    <nav class="sections" aria-label={say('sections')}>
      {SECTIONS.map(({ id, icon }) => (
        <button
          key={id}
          class={`section-${id}`}
          type="button"
          aria-current={id === shown ? 'page' : undefined}
          onClick={() => show(id)}
        >
          <Icon name={icon} />
          <span>{say(id)}</span>
        </button>
      ))}
    </nav>
  );
}

/** Whether the player fits beside the library; the style sheet uses the same threshold. */
function useWide(): boolean {
  const [query] = useState(() =>
    matchMedia('(min-width: 900px), (min-width: 768px) and (min-height: 600px)'),
  );
  const [wide, setWide] = useState(query.matches);
  useLayoutEffect(() => {
    const look = (): void => setWide(query.matches);
    query.addEventListener('change', look);
    return () => query.removeEventListener('change', look);
  }, [query]);
  return wide;
}

/** Not rendered again when only the playing item changes. */
const [LibraryScreen, SearchScreen, Speaker, Tabs] = [
  memo(Library),
  memo(Search),
  memo(SpeakerScreen),
  memo(Sections),
];

interface HomeProps {
  readonly online: boolean;
  readonly board: MessageBoard;
  /** What a newly admitted browser is asked. On the player it takes space from the cover, elsewhere from the list. */
  readonly welcome: VNode | null;
  /** The list of phones is in sight. */
  readonly onSpeaker: () => void;
}

/** The player and, beside it or instead of it, the library, the search and the speaker's page. */
export function Home({ online, board, welcome, onSpeaker }: HomeProps): VNode {
  const words = useWords();
  const { client } = useSpeaker();
  const wide = useWide();
  const [{ section, list, sought }, { show, open, find, seek }] = useRoute();
  const shown: Section = wide && section === 'playing' ? 'library' : section;
  const details: Partial<Record<Section, string>> = {
    library: list,
    search: `${sought.kind} ${sought.words}`,
  };
  useEffect(() => {
    if (shown === 'speaker') onSpeaker();
  }, [shown, onSpeaker]);
  useScrollOf(shown, details[shown] ?? '');
  const visited = useRef(new Set<Section>()).current.add(shown);
  const findWords = useSame((words: string) => find({ words, kind: 0 }));
  const findMusic = useSame(() => show('library'));
  const toPlayer = useSame(() => show('playing'));
  const wasWall = useRef(false);
  const isWallOurs = useRef(false);
  useEffect(() => {
    if (wasWall.current && document.activeElement === document.body) focusSafely();
    wasWall.current = section === 'wall';
    if (!wasWall.current) isWallOurs.current = false;
  }, [section]);
  const toWall = useSame(() => {
    isWallOurs.current = true;
    show('wall');
  });
  // Back to where the wall was opened; a tablet that began with it goes to the player.
  const leaveWall = useSame(() => {
    if (isWallOurs.current) history.back();
    else show('playing');
  });
  useKeys(show);
  const state = client.state;
  if (state === null) return <Card title={words.say('connectingToSpeaker')} />;
  const messages = <Messages board={board} />;
  if (section === 'wall') {
    return <Wall state={state} online={online} welcome={welcome} messages={messages} leave={leaveWall} />;
  }
  const isOnPlayer = wide || shown === 'playing';
  return (
    <div class="home" data-section={shown}>
      <Heard state={state} />
      <Player
        state={state}
        online={online}
        findMusic={findMusic}
        messages={
          isOnPlayer ? (
            <Fragment>
              {welcome}
              {messages}
            </Fragment>
          ) : null
        }
      />
      {/* Placed before the lists for keyboard users, because the lists have no end. */}
      <MiniPlayer state={state} online={online} open={toPlayer} board={isOnPlayer ? null : board} />
      <Tabs shown={shown} show={show} />
      <div class="library">
        {!isOnPlayer && welcome}
        {/* Both keep their scroll position; hidden lists request nothing. */}
        {visited.has('library') && (
          <div hidden={shown !== 'library'}>
            <LibraryScreen
              online={online}
              shown={shown === 'library'}
              list={list}
              open={open}
              find={findWords}
            />
          </div>
        )}
        {visited.has('search') && (
          <div hidden={shown !== 'search'}>
            <SearchScreen
              online={online}
              shown={shown === 'search'}
              sought={sought}
              seek={seek}
              find={find}
            />
          </div>
        )}
        {shown === 'speaker' && <Speaker online={online} toWall={toWall} />}
      </div>
    </div>
  );
}
