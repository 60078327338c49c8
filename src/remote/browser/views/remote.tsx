import type { MessageBoard } from '../state/messages.js';
import { useLate, usePart } from '../state/late.js';
import { INVITE } from '../state/route.js';
import { useChanges, useClient, useIsUp, useSpeaker, useWords } from '../state/speaker.js';
import { Fragment, h, type VNode } from 'preact';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { Card } from './parts/card.js';
import { Connection } from './connection.js';
import { Home } from './home.js';
import { Messages } from './messages.js';
import { later } from './parts/later.js';
import { ActButton } from './parts/act-button.js';
import type { Shows } from './parts/memo.js';
import { Icon } from './parts/icons.js';

const AdmissionPage = later(() =>
  import('./admission/admission.js').then(({ AdmissionPage }) => AdmissionPage),
);

const SignedOut = later(() => import('./admission/signed-out.js').then(({ SignedOut }) => SignedOut));

const Rooms = later(() => import('./rooms/rooms.js').then(({ Rooms }) => Rooms));

/** The button for the sleep timer and the alarms. Once needed, what shows them takes its place. */
function AgendaButton({ state }: Shows<'sleep' | 'alarm'>): VNode {
  const { say } = useWords();
  const [part, fetch] = usePart(() => import('./agenda/agenda.js'));
  const [isAsked, setAsked] = useState(false);
  const isRunning = (state.sleep ?? state.alarm) !== null;
  useEffect(() => {
    if (isRunning) void fetch();
  }, [isRunning]);
  if (part !== null) return <part.Agenda state={state} isAsked={isAsked} />;
  return (
    <ActButton
      class="round quiet moon"
      icon="moon"
      label={say('agenda')}
      enabled
      press={async () => setAsked((await fetch()) !== null)}
    />
  );
}

/** The speaker's name, which opens the household's speakers for an admitted client. */
function SpeakersButton({ name, open }: { name: string; open: () => void }): VNode {
  const { say } = useWords();
  const { client } = useSpeaker();
  if (client.state === null || client.phase === 'unauthorized') return <Fragment>{name}</Fragment>;
  return (
    <button class="speakers" type="button" aria-haspopup="dialog" title={say('speakers')} onClick={open}>
      <span>{name}</span>
      <Icon name="chevron" />
    </button>
  );
}

interface HeaderProps {
  readonly name: string;
  readonly openRooms: () => void;
}

function Header({ name, openRooms }: HeaderProps): VNode {
  const { state } = useSpeaker().client;
  return (
    <header class="top">
      <h1 dir="auto">
        <SpeakersButton name={name} open={openRooms} />
      </h1>
      <Connection />
      {state && <AgendaButton state={state} />}
    </header>
  );
}

/** Returns the view that must come first, or null if there is none. */
function useFirst(): VNode | null {
  const { say } = useWords();
  const { client, admission } = useSpeaker();
  useChanges(admission);
  const told = client.phase === 'online' ? client.state : client.hello;
  if (told?.pairing === 'unpaired') return <SignedOut />;
  if (client.phase === 'incompatible') {
    return (
      <Card title={say('outdated')}>
        <button class="primary" type="button" onClick={() => location.reload()}>
          {say('reload')}
        </button>
      </Card>
    );
  }
  if (!admission.outside) return null;
  return admission.isJoining ? <Card title={say('connectingToSpeaker')} /> : <AdmissionPage />;
}

/** The content that the connection allows: the player, or the view that must come first. */
function Content({ board }: { readonly board: MessageBoard }): VNode {
  const { client, admission } = useSpeaker();
  const isUp = useIsUp();
  const first = useFirst();
  const role = client.opened?.role;
  const isNew = admission.isNew && role !== undefined && !admission.outside;
  const { isNamed } = admission;
  const draft = useRef<string | null>(null);
  // That it is there is told until then.
  const seePhones = useCallback(() => {
    if (isNamed) admission.settle();
  }, [isNamed]);
  const Welcome = useLate(() => import('./admission/welcome.js').then(part => part.Welcome), isNew);
  const welcome = Welcome !== null && isNew && (
    <Welcome
      named={isNamed ? null : () => admission.named()}
      invite={() => (location.hash = INVITE)}
      draft={draft}
    />
  );
  if (first !== null) {
    return (
      <Fragment>
        <Messages board={board} />
        {welcome}
        {first}
      </Fragment>
    );
  }
  return <Home online={isUp} board={board} welcome={welcome || null} onSpeaker={seePhones} />;
}

interface RemoteProps {
  /** The speaker's name, until the speaker sends it. */
  readonly name: string;
  readonly board: MessageBoard;
}

/** The whole page. */
export function Remote({ name, board }: RemoteProps): VNode {
  const { client, words } = useSpeaker();
  useClient();
  useChanges(words);
  const [rooms, setRooms] = useState(false);
  const speakerName = client.hello?.name ?? name;
  const title = client.state?.item?.title;
  useEffect(() => {
    document.title = title === undefined ? speakerName : `${title} – ${speakerName}`;
  }, [title, speakerName]);
  return (
    <div class={`remote ${client.phase}`}>
      <Header name={speakerName} openRooms={() => setRooms(!rooms)} />
      {rooms && (
        <div class="over">
          <Rooms name={speakerName} close={() => setRooms(false)} />
        </div>
      )}
      <main>
        <Content board={board} />
      </main>
    </div>
  );
}
