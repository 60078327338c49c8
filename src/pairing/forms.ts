import { type Html, html } from './page.js';
import type { Told } from './told.js';

/** Where a form begins a sign-in. */
export type StartPath = '/pair/start' | '/pair/owner';

/** A form whose answer sends the browser on to the service. */
function toLeaving(path: StartPath, content: Html): Html {
  return {
    ...html`<form method="post" action="${path}">
${content}
</form>`,
    leadsAway: true,
  };
}

/** A button: the one to press next, or one that is there for whoever wants it. */
export type Look = 'act' | 'quiet';

interface StartFormOptions {
  /** An owner’s, that the browser has brought. */
  readonly code?: string;
  readonly look?: Look;
}

/** One button; the other ways in are fields that open beneath it. */
export function toStartForm(
  path: StartPath,
  label: string,
  { code, look = 'act' }: StartFormOptions = {},
): Html {
  return toLeaving(
    path,
    html`${code === undefined ? null : html`<input type="hidden" name="code" value="${code}">`}<button class="${look}" type="submit">${label}</button>`,
  );
}

/** Folded up, unless a sign-in is out that may end at a page which does not open. */
export function toAddressForm({ say }: Told, open: boolean, look: Look = 'quiet'): Html {
  return html`<details${{ html: open ? ' open' : '' }}>
<summary>${say('addressSummary')}</summary>
<form method="post" action="/pair/address">
<label class="small" for="address">${say('addressLabel')}</label>
<input id="address" name="address" type="text" dir="ltr" inputmode="url" autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="4096" required placeholder="http://…/pair/callback?…">
<input class="${look}" type="submit" value="${say('useAddress')}">
</form>
</details>`;
}

/** For an owner’s invitation: its six digits, or its link. */
export function toCodeForm({ say }: Told, path: StartPath, look: Look = 'act'): Html {
  return toLeaving(
    path,
    html`<label class="small" for="code">${say('codeLabel')}</label>
<input id="code" name="code" type="text" dir="ltr" inputmode="numeric" autocomplete="one-time-code" autocapitalize="off" spellcheck="false" maxlength="256" required placeholder="000 000">
<button class="${look}" type="submit">${say('signIn')}</button>`,
  );
}

/** The same, where most need none. */
export function toCodeDetails(told: Told, path: StartPath, summary: string, look: Look = 'act'): Html {
  return html`<details>
<summary>${summary}</summary>
${toCodeForm(told, path, look)}
</details>`;
}
