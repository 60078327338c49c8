import { createControlClient } from '../../client/control-client.js';
import { createSpeaker, SpeakerProvider } from './state/speaker.js';
import { createTokenStore, takeToken } from './state/token.js';
import { Fragment, h, render, type VNode } from './vendor/preact.js';
import { useState } from './vendor/preact-hooks.js';
import { type Message, Messages } from './views/messages.js';
import { Remote } from './views/remote.js';

const root = document.getElementById('remote');
if (root === null) throw new Error('The page has no place for the remote.');

const tokens = createTokenStore(() => localStorage);
takeToken(window, tokens);

const name = root.dataset['name'] ?? '';
const client = createControlClient({
  url: `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/control`,
  name: 'Web remote',
  token: () => tokens.get(),
  WebSocket,
});

// A second link opened in the same tab changes the fragment alone.
window.addEventListener('hashchange', () => {
  if (takeToken(window, tokens)) client.reconnect();
});
// A phone that was asleep finds a dead connection: look now, not at the next wait.
function wake(): void {
  if (!document.hidden && (client.phase === 'online' || client.phase === 'waiting')) client.reconnect();
}
window.addEventListener('online', wake);
window.addEventListener('pageshow', wake);
document.addEventListener('visibilitychange', wake);

function App(): VNode {
  const [message, setMessage] = useState<Message | null>(null);
  const [speaker] = useState(() =>
    createSpeaker(client, text => setMessage(before => ({ id: (before?.id ?? 0) + 1, text }))),
  );
  return (
    <SpeakerProvider value={speaker}>
      <Fragment>
        <Remote
          name={name}
          hasToken={() => tokens.get() !== null}
          admit={token => {
            tokens.set(token);
            client.reconnect();
          }}
        />
        <Messages message={message} dismiss={() => setMessage(null)} />
      </Fragment>
    </SpeakerProvider>
  );
}

client.start();
root.replaceChildren();
render(<App />, root);
