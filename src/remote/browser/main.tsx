import { claimInvitation } from '../../client/claim.js';
import { createControlClient } from '../../client/control-client.js';
import { takeCredential } from './state/address.js';
import { createAdmission } from './state/admission.js';
import { suggestedName } from './state/device-name.js';
import { createMessageBoard } from './state/messages.js';
import { createSecret } from './state/secrets.js';
import { createSpeaker, SpeakerProvider } from './state/speaker.js';
import { Fragment, h, render } from './vendor/preact.js';
import { Messages } from './views/messages.js';
import { Remote } from './views/remote.js';

const root = document.getElementById('remote');
if (root === null) throw new Error('The page has no place for the remote.');

const url = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/control`;
const token = createSecret('tonearm.token', () => localStorage);
const offered = createSecret('tonearm.offered', () => sessionStorage);
const board = createMessageBoard();
const client = createControlClient({
  url,
  name: 'Web remote',
  token: () => offered.get() ?? token.get(),
  WebSocket,
});
const admission = createAdmission({
  client,
  token,
  offered,
  invite: createSecret('tonearm.invite', () => sessionStorage),
  ownName: suggestedName(navigator.userAgent),
  claim: (code, name) => claimInvitation({ url, code, name, WebSocket }),
  announce: board.say,
});
const speaker = createSpeaker({ client, admission, announce: board.say });

function readAddress(): void {
  const credential = takeCredential(window);
  if (credential !== null) admission.offer(credential);
}

readAddress();
// A second link opened in the same tab changes the fragment alone.
window.addEventListener('hashchange', readAddress);

// A phone that was asleep finds a dead connection: look now, not at the next wait.
function wake(): void {
  if (!document.hidden && (client.phase === 'online' || client.phase === 'waiting')) client.reconnect();
}
window.addEventListener('online', wake);
window.addEventListener('pageshow', wake);
document.addEventListener('visibilitychange', wake);

client.start();
root.replaceChildren();
render(
  <SpeakerProvider value={speaker}>
    <Fragment>
      <Remote name={root.dataset['name'] ?? ''} />
      <Messages board={board} />
    </Fragment>
  </SpeakerProvider>,
  root,
);
