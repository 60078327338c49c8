import { useSpeaker, useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { post } from '../../state/post.js';
import { usePairingWatch } from '../../state/pairing-watch.js';
import { useFarewell } from '../../state/past-searches.js';
import { Card } from '../parts/card.js';

/**
 * A link to the page that leads to the service. An owner sends an owner's code along, so that another account can sign
 * in too.
 */
function PairButton(): VNode {
  const { say } = useWords();
  const { client, ownCode, attempt } = useSpeaker();
  if (client.phase !== 'online' || client.opened?.role !== 'owner') {
    return (
      <a class="primary" href="/pair">
        {say('signIn')}
      </a>
    );
  }
  async function pair(): Promise<void> {
    const code = await attempt(() => ownCode.get());
    if (code !== null) post('/pair/code', { code });
  }
  return (
    <button class="primary" type="button" onClick={() => void pair()}>
      {say('signIn')}
    </button>
  );
}

/** The page of a speaker that has no listener. */
export function SignedOut(): VNode {
  const { say } = useWords();
  usePairingWatch();
  useFarewell();
  return (
    <Card title={say('signedOut')} text={say('signInAgain')}>
      <PairButton />
    </Card>
  );
}
