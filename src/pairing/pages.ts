import type { PageResponse } from '../ports.js';
import { type Html, html, toPage } from './page.js';

/** What went wrong, in words for the listener. */
export interface Failure {
  readonly status: number;
  readonly title: string;
  readonly text: string;
}

/** The pages of pairing (contract, section 3), for the speaker called `deviceName`. */
export interface PairingPages {
  start(options: { readonly waiting: boolean }): PageResponse;
  /** `token` is null when the speaker is paired but this browser could not be admitted; `account` while nobody has said. */
  success(token: string | null, account: string | null): PageResponse;
  failure(failure: Failure): PageResponse;
  /** Too many sign-ins for now; `waitMs`: until there may be another. */
  busy(waitMs: number): PageResponse;
  gone(): PageResponse;
  notFound(): PageResponse;
  wrongMethod(allow: string): PageResponse;
}

/** One button; the second way in is a plain field that opens beneath it. */
function toStartForm(label: string): Html {
  return html`<form method="post" action="/pair/start"><button class="act" type="submit">${label}</button></form>`;
}

function toAddressForm(open: boolean): Html {
  return html`<details${{ html: open ? ' open' : '' }}>
<summary>The page at the end did not open?</summary>
<form method="post" action="/pair/address">
<label class="small" for="address">If your phone cannot open the page it ends at, copy that page’s whole address from the address bar and paste it here.</label>
<input id="address" name="address" type="text" inputmode="url" autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="4096" required placeholder="http://…/pair/callback?code=…">
<input type="submit" value="Use this address">
</form>
</details>`;
}

function signedInAs(account: string | null): Html {
  return account === null ? html`signed in` : html`signed in as <strong>${account}</strong>`;
}

export function createPairingPages(deviceName: string): PairingPages {
  return {
    start: ({ waiting }) =>
      toPage(
        200,
        `Connect ${deviceName}`,
        html`<p class="soft">Sign in to your music service once, and this speaker plays what is yours. Your password stays with the service.</p>
${toStartForm(waiting ? 'Start again' : 'Connect')}
${toAddressForm(waiting)}`,
      ),
    success: (token, account) =>
      toPage(
        200,
        `${deviceName} is connected`,
        token === null
          ? html`<p class="soft">The speaker is ${signedInAs(account)}, but this browser could not be given the remote. Run <code>tonearm invite</code> on the speaker to admit it.</p>
<a class="act" href="/">Open the remote</a>`
          : html`<p class="soft">The speaker is ${signedInAs(account)} and ready. This browser may control it from now on.</p>
<a class="act" href="/#token=${encodeURIComponent(token)}">Open the remote</a>`,
      ),
    failure: ({ status, title, text }) =>
      toPage(
        status,
        title,
        html`<p>${text}</p>
<p class="soft">${deviceName} is not connected yet. Nothing else has changed.</p>
${toStartForm('Try again')}
${toAddressForm(false)}`,
      ),
    busy: waitMs => toBusyPage(deviceName, Math.ceil(waitMs / 1000)),
    gone: () =>
      toPage(
        410,
        `${deviceName} is already connected`,
        html`<p>Pairing is closed while the speaker is signed in.</p>
<p class="soft">To control it from this phone, ask someone whose phone is admitted to invite you, or run <code>tonearm invite</code> on the speaker. To connect another account, sign the speaker out first.</p>
<a class="act" href="/">Open the remote</a>`,
      ),
    notFound: () =>
      toPage(
        404,
        'No such page',
        html`<p class="soft">${deviceName} is waiting to be connected.</p>
<a class="act" href="/pair">Connect ${deviceName}</a>`,
      ),
    wrongMethod: allow =>
      toPage(
        405,
        'That does not work here',
        html`<p class="soft">${deviceName} is waiting to be connected.</p>
<a class="act" href="/pair">Connect ${deviceName}</a>`,
        { allow },
      ),
  };
}

function toBusyPage(deviceName: string, seconds: number): PageResponse {
  return toPage(
    429,
    'Too many sign-ins',
    html`<p>More sign-ins were tried on ${deviceName} than it takes at a time. Wait ${String(seconds)} s, then start again.</p>
<p class="soft">Nothing else has changed.</p>
${toStartForm('Start again')}`,
    { 'retry-after': String(seconds) },
  );
}
