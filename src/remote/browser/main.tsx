import type { Claimed } from '../../client/claim.js';
import { createControlClient } from '../../client/control-client.js';
import { directionOf } from '../../lib/languages.js';
import { takeBrought } from './state/address.js';
import { createAdmission } from './state/admission.js';
import { createDeeds } from './state/deeds.js';
import { createSockets } from './state/early-socket.js';
import { suggestedName } from './state/device-name.js';
import { createKey } from './state/key.js';
import { loadLate } from './state/load-late.js';
import { createLine } from './state/line.js';
import { createMessageBoard, letMessagesPass } from './state/messages.js';
import { createNews } from './state/news.js';
import type { OwnCode } from './state/own-code.js';
import { createPresses } from './state/press.js';
import { createStoredText } from './state/stored-text.js';
import { createSpeaker, SpeakerProvider } from './state/speaker.js';
import { h, render } from 'preact';
import { Remote } from './views/remote.js';
import { loadWords, type Words } from './words/words.js';

const root = document.getElementById('remote');
if (root === null) throw new Error('The page has no place for the remote.');

/** Time after which a person wonders at a page that shows only the speaker’s name, in milliseconds. */
const PATIENCE_MS = 400;
/** For how long a page that is back keeps what is pressed until it is connected, in milliseconds; then it says so. */
const BACK_MS = 1_000;
/** Time after which a hidden page closes its connection, in milliseconds. */
const HIDDEN_MS = 3 * 60_000;

async function start(root: HTMLElement, words: Words): Promise<void> {
  const url = `${location.origin.replace('http', 'ws')}/control`;
  const board = createMessageBoard();
  const ownName = suggestedName(words, navigator.userAgent);
  /** Calls `tell` once the words that only few visits need have been loaded. */
  function whenSpoken(tell: () => void): void {
    words.rest().then(tell, () => undefined);
  }
  async function claim(code: string, name: string): Promise<Claimed> {
    // Loaded on demand, because few visits begin with an invitation.
    const { claimInvitation } = await loadLate(words, () => import('../../client/claim.js'));
    return claimInvitation({ url, code, name, WebSocket });
  }
  const client = createControlClient({
    url,
    name: ownName,
    token: () => admission.credential,
    WebSocket: createSockets(window),
    isWatched: () => !document.hidden,
    // A page that is open for weeks must not fill the log; whoever looks at it can try again.
    triesAgain: false,
  });
  const admission = createAdmission({
    client,
    key: createKey('tonearm.token', () => localStorage),
    offered: createKey('tonearm.offered', () => sessionStorage),
    invite: createStoredText('tonearm.invite', () => sessionStorage),
    fresh: createStoredText('tonearm.new', () => sessionStorage),
    given: createStoredText('tonearm.name', () => localStorage),
    ownName,
    claim,
    notify: what => whenSpoken(() => board.say(words.say(what))),
  });
  const keptCode = createStoredText('tonearm.invite.own', () => sessionStorage);
  let ownCode: OwnCode | null = null;
  // Loaded on demand, because few visits sign in. The invitation is spent once the speaker is paired.
  client.onChange(() => {
    if (client.phase === 'online' && client.state?.pairing === 'paired') keptCode.forget();
  });
  async function getCode(): Promise<string> {
    const { createOwnCode } = await loadLate(words, () => import('./state/own-code.js'));
    ownCode ??= createOwnCode({ client, kept: keptCode, nowMs: () => Date.now() });
    return ownCode.get();
  }
  const news = createNews(client, async change => {
    const { accessWords, contextOf } = await loadLate(words, () => import('./words/access.js'));
    board.tell(accessWords(words, change, await contextOf(client, change)));
  });
  letMessagesPass(client, board);
  const line = createLine(client, window);
  const presses = createPresses(client);
  const speaker = createSpeaker({
    client,
    admission,
    ownCode: { get: getCode },
    news,
    line,
    presses,
    deeds: createDeeds(client, presses),
    words,
    announce: board.say,
  });

  function readAddress(): void {
    const brought = takeBrought(window);
    if (brought !== null) admission.offer(brought);
  }

  readAddress();
  // A second link opened in the same tab changes only the fragment.
  window.addEventListener('hashchange', readAddress);

  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === 'tonearm.token' && newValue !== null) admission.look();
  });

  let hiding: ReturnType<typeof setTimeout> | undefined;
  // A phone that wakes finds a dead connection, or a speaker that knows it by now: check instead of waiting. A client
  // has few sessions (contract, section 4, "Limits"): pages that nobody sees must not keep them from the one in sight.
  function wake(): void {
    clearTimeout(hiding);
    if (document.hidden) hiding = setTimeout(() => client.stop(), HIDDEN_MS);
    else {
      client.start();
      client.reconnect();
    }
  }
  window.addEventListener('online', wake);
  window.addEventListener('pageshow', ({ persisted }) => {
    // Kept by the browser while another site was shown: its connection is dead, or known by nobody.
    if (persisted) client.renew(BACK_MS);
    wake();
  });
  document.addEventListener('visibilitychange', wake);

  client.start();
  wake();
  const { documentElement } = document;
  documentElement.lang = words.language;
  documentElement.dir = directionOf(words.language);
  // The speaker mostly answers within a moment: until then, a page that says so would only delay the player.
  await Promise.race([client.whenOnline(), new Promise(done => setTimeout(done, PATIENCE_MS))]).catch(
    () => null,
  );
  root.replaceChildren();
  render(
    <SpeakerProvider value={speaker}>
      <Remote name={root.dataset['name'] ?? ''} board={board} />
    </SpeakerProvider>,
    root,
  );
}

// Without this mark, the guard would mistake the wait for the words for a page that did not arrive.
document.documentElement.dataset['begun'] = '';
loadWords(navigator.languages).then(
  words => start(root, words),
  () => {
    delete document.documentElement.dataset['begun'];
    window.dispatchEvent(new Event('wordless'));
  },
);
