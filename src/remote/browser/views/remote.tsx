import type { Phase } from '../../../client/phase.js';
import { useChanges, useSpeaker, useWords } from '../state/speaker.js';
import { h, type VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { connectionWords } from '../words/reasons.js';
import { AdmissionPage } from './admission/admission.js';
import { PairButton } from './admission/pair-button.js';
import { Card } from './parts/card.js';
import { Home } from './home.js';

function Header({ name, phase }: { name: string; phase: Phase }): VNode {
  return (
    <header class="top">
      <h1 dir="auto">{name}</h1>
      <p class={`connection ${phase}`} role="status">
        {connectionWords(useWords(), phase)}
      </p>
    </header>
  );
}

/** What the connection allows: controlling, or the one thing to do first. */
function Content(): VNode {
  const { say } = useWords();
  const { client, admission } = useSpeaker();
  const told = client.phase === 'online' ? client.state : client.hello;
  if (told?.pairing === 'unpaired') {
    return (
      <Card title={say('signedOut')} text={say('signInAgain')}>
        <PairButton />
      </Card>
    );
  }
  if (client.phase === 'incompatible') {
    return (
      <Card title={say('outdated')}>
        <button class="primary" type="button" onClick={() => location.reload()}>
          {say('reload')}
        </button>
      </Card>
    );
  }
  // A try that is under way keeps what was typed.
  if (admission.outside) return <AdmissionPage />;
  return <Home online={client.phase === 'online'} />;
}

/** The whole page; `name` is the speaker's until it says so itself. */
export function Remote({ name }: { name: string }): VNode {
  const { client } = useSpeaker();
  useChanges(client);
  const speakerName = client.hello?.name ?? name;
  const title = client.state?.item?.title;
  useEffect(() => {
    document.title = title === undefined ? speakerName : `${title} – ${speakerName}`;
  }, [title, speakerName]);
  return (
    <div class={`remote ${client.phase}`}>
      <Header name={speakerName} phase={client.phase} />
      <main>
        <Content />
      </main>
    </div>
  );
}
