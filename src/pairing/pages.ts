import type { PageResponse } from '../ports.js';
import type { Credential } from '../pairing-ports.js';
import { type StartPath, toAddressForm, toCodeDetails, toCodeForm, toStartForm } from './forms.js';
import type { Opening } from './opening.js';
import { type Html, html, toPage } from './page.js';

/** What went wrong, in words for the listener. */
export interface Failure {
  readonly status: number;
  readonly title: string;
  readonly text: string;
  /** An owner's code would help. */
  readonly takesCode?: true;
}

export interface StartOptions {
  readonly opening: Opening;
  /** Whether a sign-in is out. */
  readonly waiting: boolean;
  /** Why the last try did not begin; null: there was none. */
  readonly problem: string | null;
  /** An owner’s code that the browser has brought; null: none. */
  readonly code: string | null;
}

/** The pages of pairing (contract, section 3), for the speaker called `deviceName`. */
export interface PairingPages {
  /** 403 where there is a problem. */
  start(options: StartOptions): PageResponse;
  /** `credential` is null when the speaker is paired but this browser could not be admitted; `account` while nobody has said. */
  success(credential: Credential | null, account: string | null): PageResponse;
  /** The same for a browser that was not the first to see it. */
  seen(account: string | null): PageResponse;
  failure(failure: Failure): PageResponse;
  /** Too many sign-ins for now; `waitMs`: until there may be another. */
  busy(waitMs: number): PageResponse;
  /** Too many wrong codes; `waitMs`: until there may be another. */
  wrongCodes(waitMs: number): PageResponse;
  gone(): PageResponse;
  /** A sign-in of `tonearm pair` has come back. */
  terminal(): PageResponse;
  notFound(): PageResponse;
  wrongMethod(allow: string): PageResponse;
}

export interface PagesOptions {
  readonly deviceName: string;
  readonly isPaired: () => boolean;
  /** Whose account the speaker has, as anybody may know; null: nobody, or not for everybody. */
  readonly account: () => string | null;
}

function signedInAs(account: string | null): Html {
  return account === null ? html`signed in` : html`signed in as <strong>${account}</strong>`;
}

/** Of the remote’s address, which no browser sends anywhere. */
function toFragment({ token, id }: Credential): string {
  return `token=${encodeURIComponent(token)}&id=${encodeURIComponent(id)}`;
}

export function createPairingPages(options: PagesOptions): PairingPages {
  return { ...doorPages(options), ...outcomePages(options) };
}

/** Where the next sign-in begins. */
function toStart({ isPaired }: PagesOptions): StartPath {
  return isPaired() ? '/pair/owner' : '/pair/start';
}

type DoorPages = 'start' | 'gone' | 'terminal' | 'notFound' | 'wrongMethod';

function doorPages(options: PagesOptions): Pick<PairingPages, DoorPages> {
  const { deviceName } = options;
  const whose = (): Html => {
    const account = options.account();
    return account === null ? html`its account` : html`the account of <strong>${account}</strong>`;
  };
  const unpaired = (status: number, title: string, headers: Readonly<Record<string, string>> = {}) =>
    toPage(
      status,
      title,
      html`<p class="soft">${deviceName} is waiting to be connected.</p>
<a class="act" href="/pair">Connect ${deviceName}</a>`,
      headers,
    );

  return {
    start: ({ opening, waiting, problem, code }) =>
      toPage(
        problem === null ? 200 : 403,
        `Connect ${deviceName}`,
        html`${problem === null ? null : html`<p role="alert">${problem}</p>`}
${code === null ? toWayIn(opening, whose(), waiting) : toOwnersWayIn(code)}
${toAddressForm(waiting)}`,
      ),
    gone: () =>
      toPage(
        410,
        `${deviceName} is already connected`,
        html`<p>It plays from ${whose()}. Pairing is closed while the speaker is signed in.</p>
<p class="soft">To control it from this phone, sign in to that account, ask someone whose phone is admitted to invite you, or run <code>tonearm invite</code> on the speaker. To connect another account, sign the speaker out first, or run <code>tonearm pair</code> on it.</p>
${toStartForm('/pair/owner', 'It is my account: sign in')}
${toAddressForm(false)}
<p class="small"><a href="/">Open the remote</a></p>`,
      ),
    terminal: () =>
      toPage(
        200,
        'Back to the terminal',
        html`<p>Copy the whole address of this page from the address bar, and paste it into the terminal in which <code>tonearm pair</code> waits.</p>
<p class="soft">Nothing has changed yet.</p>`,
      ),
    notFound: () => unpaired(404, 'No such page'),
    wrongMethod: allow => unpaired(405, 'That does not work here', { allow }),
  };
}

function outcomePages(options: PagesOptions): Omit<PairingPages, DoorPages> {
  const { deviceName, isPaired } = options;
  return {
    success: (credential, account) =>
      toPage(
        200,
        `${deviceName} is connected`,
        credential === null
          ? html`<p class="soft">The speaker is ${signedInAs(account)}, but this browser could not be given the remote. Run <code>tonearm invite</code> on the speaker to admit it.</p>
<a class="act" href="/">Open the remote</a>`
          : html`<p class="soft">The speaker is ${signedInAs(account)} and ready. This browser may control it from now on.</p>
<a class="act" href="/#${toFragment(credential)}">Open the remote</a>`,
      ),
    seen: account =>
      toPage(
        200,
        `${deviceName} is connected`,
        html`<p class="soft">The speaker is ${signedInAs(account)} and ready. The browser that saw this page first may control it. For this one, sign in once more.</p>
${toStartForm('/pair/owner', 'Sign in')}`,
      ),
    failure: ({ status, title, text, takesCode }) =>
      toPage(
        status,
        title,
        html`<p>${text}</p>
<p class="soft">${isPaired() ? html`Nothing has changed.` : html`${deviceName} is not connected yet. Nothing else has changed.`}</p>
${toStartForm(toStart(options), 'Try again')}
${takesCode === true ? toCodeDetails(toStart(options), 'I have an owner’s code') : null}
${toAddressForm(false)}`,
      ),
    busy: waitMs =>
      toWaitPage(
        waitMs,
        'Too many sign-ins',
        wait => html`<p>More sign-ins were tried on ${deviceName} than it takes at a time. ${wait}, then start again.</p>
<p class="soft">Nothing else has changed.</p>
${toStartForm(toStart(options), 'Start again')}`,
      ),
    wrongCodes: waitMs =>
      toWaitPage(
        waitMs,
        'Too many wrong codes',
        wait => html`<p>${wait}, then try again. The link of an invitation, pasted here in place of its digits, works at once.</p>
${toCodeForm(toStart(options))}`,
      ),
  };
}

/** What there is to do first, and why. */
function toWayIn(opening: Opening, whose: Html, waiting: boolean): Html {
  const connect = toStartForm('/pair/start', waiting ? 'Start again' : 'Connect');
  switch (opening) {
    case 'anyone':
      return html`<p class="soft">Sign in to your music service once, and this speaker plays what is yours. Your password stays with the service.</p>
${connect}`;
    case 'listener':
      return html`<p class="soft">This speaker plays from ${whose}, and is signed out. Sign in to that account, and it plays on. Every phone that was admitted stays so.</p>
${connect}
${toCodeDetails('/pair/start', 'Another account?')}`;
    case 'unknown':
      return html`<p>This speaker was connected before, and does not know to whose account. So it takes the code of an owner’s invitation: from the remote of a phone that is admitted, or of <code>tonearm invite</code> on the speaker.</p>
${toCodeForm('/pair/start')}`;
    case 'code':
      return html`<p>To connect this speaker, enter the code that <code>tonearm invite</code> prints on it, or run <code>tonearm pair</code> there.</p>
${toCodeForm('/pair/start')}`;
    case 'over':
      return html`<p>For 15 minutes after its start anybody near may connect this speaker. They are over. Start it again (pull its plug, and put it back), and open this page anew.</p>
<p class="soft">Or enter the code that <code>tonearm invite</code> prints on the speaker, or run <code>tonearm pair</code> there.</p>
${toCodeForm('/pair/start')}`;
  }
}

function toOwnersWayIn(code: string): Html {
  return html`<p class="soft">Sign in to your music service, and this speaker plays what is yours. Every phone that was admitted stays so.</p>
${toStartForm('/pair/start', 'Connect', code)}`;
}

function toWaitPage(waitMs: number, title: string, toContent: (wait: string) => Html): PageResponse {
  const seconds = String(Math.ceil(waitMs / 1000));
  return toPage(429, title, toContent(`Wait ${seconds} s`), { 'retry-after': seconds });
}
