import type { IssuedToken } from '../contract/pairing-ports.js';
import { FAILURES, type Failure } from './failures.js';
import { type Look, type StartPath, toAddressForm, toCodeDetails, toCodeForm, toStartForm } from './forms.js';
import type { SignInPolicy } from './opening.js';
import { type Html, html, toPage } from './page.js';
import { named, type PairingWords } from './told.js';

/** Why a sign-in did not begin. */
export type CodeProblem = 'code.wrong' | 'code.guest' | 'code.needed';

export interface StartOptions {
  readonly opening: SignInPolicy;
  /** Whether a sign-in is pending. */
  readonly waiting: boolean;
  /** Why the last attempt did not begin; null if there was none. */
  readonly problem: CodeProblem | null;
  /** An owner’s code that the browser has brought, or null. */
  readonly code: string | null;
}

export interface PairingPagesOptions {
  readonly deviceName: string;
  readonly isPaired: () => boolean;
  /** The account name that may be shown to anybody; null if there is none, or it may not be shown. */
  readonly account: () => string | null;
  /** The host of the redirect address if another device may hold that name, or null. */
  readonly takenHost: () => string | null;
  readonly told: PairingWords;
}

/** Builds the fragment of the remote’s address, which browsers never send to a server. */
function toFragment({ token, id }: IssuedToken): string {
  return `token=${encodeURIComponent(token)}&id=${encodeURIComponent(id)}`;
}

export type PairingPages = ReturnType<typeof createPairingPages>;

/** Creates the pages of pairing (contract, section 3) for the speaker called `deviceName`. */
export function createPairingPages(options: PairingPagesOptions) {
  return { ...entryPages(options), ...outcomePages(options) };
}

/** Returns the path at which the next sign-in begins. */
function toStart({ isPaired }: PairingPagesOptions): StartPath {
  return isPaired() ? '/pair/owner' : '/pair/start';
}

function entryPages(options: PairingPagesOptions) {
  const { deviceName: speaker, account, takenHost, told } = options;
  const { say, tell } = told;
  const unpaired = (status: number, title: string, headers: Readonly<Record<string, string>> = {}) =>
    toPage(told, {
      status,
      title,
      content: html`<p class="soft">${say('waiting', { speaker })}</p>
<a class="act" href="/pair">${say('signInOn', { speaker })}</a>`,
      headers,
    });

  return {
    /** The start page; its status is 403 if there is a problem, else 200. */
    start: ({ opening, waiting, problem, code }: StartOptions) => {
      // A browser that has brought a code has not begun its sign-in yet.
      const isBack = waiting && problem === null && code === null;
      const look = isBack ? 'quiet' : 'act';
      // The page then explains below why a code is needed.
      const isSaidBelow = problem === 'code.needed' && opening === 'over';
      const wayIn =
        code === null
          ? toWayIn(told, { opening, account: account(), waiting, look })
          : toOwnersWayIn(told, code);
      const isSignIn = code !== null || opening === 'anyone' || opening === 'listener';
      const taken = takenHost();
      const addressForm = html`${taken === null ? null : html`<p>${say('nameTaken', { host: taken })}</p>`}
${toAddressForm(told, waiting || taken !== null, isBack ? 'act' : 'quiet')}
${waiting ? html`<p class="small">${say('allowStuck')}</p>` : null}`;
      return toPage(told, {
        status: problem === null ? 200 : 403,
        title: say('signInOn', { speaker }),
        content: html`${problem === null || isSaidBelow ? null : html`<p role="alert">${say(problem)}</p>`}
${isBack ? addressForm : wayIn}
${isBack ? wayIn : html`${isSignIn && !waiting ? html`<p class="small">${say('comeBack')}</p>` : null}${addressForm}`}`,
      });
    },
    /** The sign-in is no longer valid. `waiting`: another sign-in is pending. */
    gone: (waiting: boolean) => {
      const name = account();
      return toPage(told, {
        status: 410,
        title: say('goneTitle', { speaker }),
        content: html`<p>${name === null ? tell('goneUnnamed') : tell('gone', { account: named(name) })}</p>
<p class="soft">${say('goneHow')}</p>
${waiting ? toAddressForm(told, true, 'act') : null}
${toStartForm('/pair/owner', say('isMine'), { look: waiting ? 'quiet' : 'act' })}
${waiting ? null : html`<p class="small">${say('comeBack')}</p>${toAddressForm(told, false)}`}
${toRemote(told)}`,
      });
    },
    /** The callback belongs to a sign-in of `tonearm pair`. */
    terminal: () =>
      toPage(told, {
        status: 200,
        title: say('terminalTitle'),
        content: html`<p>${tell('terminal', { command: html`<code dir="ltr">tonearm pair</code>` })}</p>
<p class="soft">${say('nothingChangedYet')}</p>`,
      }),
    notFound: () => unpaired(404, say('noSuchPage')),
    wrongMethod: (allow: string) => unpaired(405, say('notHere'), { allow }),
  };
}

function outcomePages(options: PairingPagesOptions) {
  const { deviceName: speaker, isPaired, told } = options;
  const { say, tell } = told;
  const asWhom = (key: 'ready' | 'notLetIn' | 'seen', account: string | null): Html =>
    account === null ? tell(`${key}Unnamed`) : tell(key, { account: named(account) });
  return {
    /** `credential`: null if this browser could not be admitted. `account`: null while not known. */
    success: (credential: IssuedToken | null, account: string | null) =>
      toPage(told, {
        status: 200,
        title: say('signedIn', { speaker }),
        content: html`<p class="soft">${asWhom(credential === null ? 'notLetIn' : 'ready', account)}</p>
<a class="act" href="/${credential === null ? '' : `#${toFragment(credential)}`}">${say('openRemote')}</a>`,
      }),
    /** The success page without a token, for every browser but the first to see it. */
    seen: (account: string | null) =>
      toPage(told, {
        status: 200,
        title: say('signedIn', { speaker }),
        content: html`<p class="soft">${asWhom('seen', account)}</p>
${toStartForm('/pair/owner', say('signIn'))}`,
      }),
    failure: ({ status, heading, said, takesCode }: Failure) => {
      // The address form is shown open, because the address has to be pasted again.
      const isPasted = heading === FAILURES.badAddress.heading;
      return toPage(told, {
        status,
        title: say(heading),
        content: html`<p>${say(said)}</p>
<p class="soft">${isPaired() ? say('nothingChanged') : say('notSignedIn', { speaker })}</p>
${isPasted ? toAddressForm(told, true, 'act') : null}
${toStartForm(toStart(options), say('tryAgain'), { look: isPasted ? 'quiet' : 'act' })}
${takesCode === true ? toCodeDetails(told, toStart(options), say('haveCode')) : null}
${isPasted ? null : toAddressForm(told, false)}
${isPaired() ? toRemote(told) : null}`,
      });
    },
    /** Too many sign-ins at present; `waitMs`: time until the next may begin. */
    busy: (waitMs: number) => {
      const count = toSeconds(waitMs);
      return toPage(told, {
        status: 429,
        title: say('busyTitle'),
        content: html`<p>${say('busy', { speaker, count })}</p>
<p class="soft">${say('nothingElseChanged')}</p>
${toStartForm(toStart(options), say('startAgain'))}`,
        headers: { 'retry-after': String(count) },
      });
    },
    /** Too many wrong codes; `waitMs`: time until the next attempt. */
    wrongCodes: (waitMs: number) => {
      const count = toSeconds(waitMs);
      return toPage(told, {
        status: 429,
        title: say('wrongCodesTitle'),
        content: html`<p>${say('wrongCodes', { count })}</p>
${toCodeForm(told, toStart(options))}`,
        headers: { 'retry-after': String(count) },
      });
    },
  };
}

interface WayIn {
  readonly opening: SignInPolicy;
  readonly account: string | null;
  readonly waiting: boolean;
  readonly look: Look;
}

/** Builds the primary way to sign in, with its explanation. */
function toWayIn(told: PairingWords, { opening, account, waiting, look }: WayIn): Html {
  const { say, tell } = told;
  const signIn = toStartForm('/pair/start', waiting ? say('startAgain') : say('signIn'), { look });
  const withCode = toCodeForm(told, '/pair/start', look);
  switch (opening) {
    case 'anyone':
      return html`<p class="soft">${say('way.anyone')}</p>
${signIn}`;
    case 'listener':
      return html`<p class="soft">${account === null ? tell('way.listenerUnnamed') : tell('way.listener', { account: named(account) })}</p>
${signIn}
${toCodeDetails(told, '/pair/start', say('anotherAccount'), look)}`;
    case 'unknown':
      return html`<p>${say('way.unknown')}</p>
${withCode}`;
    case 'code':
      return html`<p>${say('way.code')}</p>
${withCode}`;
    case 'over':
      return html`<p>${say('way.over')}</p>
<p class="soft">${say('way.overOr')}</p>
${withCode}`;
  }
}

function toOwnersWayIn({ say }: PairingWords, code: string): Html {
  return html`<p class="soft">${say('way.owner')}</p>
${toStartForm('/pair/start', say('signIn'), { code })}`;
}

function toRemote({ say }: PairingWords): Html {
  return html`<a class="quiet" href="/">${say('openRemote')}</a>`;
}

function toSeconds(waitMs: number): number {
  return Math.ceil(waitMs / 1000);
}
