import type { Phase } from '../../../client/control-client.js';
import { useClientChanges, useSpeaker } from '../state/speaker.js';
import { h, type VNode } from '../vendor/preact.js';
import { useEffect, useState } from '../vendor/preact-hooks.js';
import { connectionWords, WORDS } from '../words.js';
import { Admission, Card } from './admission.js';
import { Collection } from './collection.js';
import { MiniPlayer } from './mini-player.js';
import { Player } from './player.js';
import { Search } from './search.js';
import { type Section, Sections } from './sections.js';

export interface RemoteProps {
  /** The speaker's name until it says so itself. */
  readonly name: string;
  readonly hasToken: () => boolean;
  readonly admit: (token: string) => void;
}

function Header({ name, phase }: { name: string; phase: Phase }): VNode {
  return (
    <header class="top">
      <h1>{name}</h1>
      <p class={`connection ${phase}`} role="status">
        {connectionWords(phase)}
      </p>
    </header>
  );
}

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

function Steering({ online }: { online: boolean }): VNode {
  const { client } = useSpeaker();
  const wide = useWide();
  const [chosen, show] = useState<Section>('playing');
  const shown = wide && chosen === 'playing' ? 'collection' : chosen;
  const state = client.state;
  if (state === null) return <Card title={WORDS.connecting} />;
  return (
    <div class="steering" data-section={shown}>
      <Player state={state} online={online} />
      <section class="library" aria-label={WORDS.library}>
        <div hidden={shown === 'search'}>
          <Collection online={online} />
        </div>
        <div hidden={shown !== 'search'}>
          <Search online={online} />
        </div>
      </section>
      <MiniPlayer state={state} online={online} open={() => show('playing')} />
      <Sections shown={shown} show={show} />
    </div>
  );
}

/** What the connection allows: steering, or the one thing to do first. */
function Content({ hasToken, admit }: Pick<RemoteProps, 'hasToken' | 'admit'>): VNode {
  const { client } = useSpeaker();
  const told = client.phase === 'online' ? client.state : client.hello;
  if (told?.pairing === 'unpaired') {
    return (
      <Card title={WORDS.signedOut} text={WORDS.pairAgain}>
        <a class="primary" href="/pair">
          {WORDS.pair}
        </a>
      </Card>
    );
  }
  if (client.phase === 'unauthorized') return <Admission refused={hasToken()} admit={admit} />;
  if (client.phase === 'incompatible') {
    return (
      <Card title={WORDS.outdated}>
        <button class="primary" type="button" onClick={() => location.reload()}>
          {WORDS.reload}
        </button>
      </Card>
    );
  }
  return <Steering online={client.phase === 'online'} />;
}

/** The whole page. */
export function Remote({ name, hasToken, admit }: RemoteProps): VNode {
  const { client } = useSpeaker();
  useClientChanges(client);
  const speakerName = client.hello?.name ?? name;
  const title = client.state?.item?.title;
  useEffect(() => {
    document.title = title === undefined ? speakerName : `${title} – ${speakerName}`;
  }, [title, speakerName]);
  return (
    <div class={`remote ${client.phase}`}>
      <Header name={speakerName} phase={client.phase} />
      <main>
        <Content hasToken={hasToken} admit={admit} />
      </main>
    </div>
  );
}
