import { type Html, html } from './page.js';
import type { PairingWords } from './told.js';

/** The paths whose forms begin a sign-in. */
export type StartPath = '/pair/start' | '/pair/owner';

/** Builds a form whose response redirects the browser to the service. */
function toLeaving(path: StartPath, content: Html): Html {
  return {
    ...html`<form method="post" action="${path}">
${content}
</form>`,
    leadsAway: true,
  };
}

/** The look of a button: `act` for the primary action, `quiet` for a secondary one. */
export type Look = 'act' | 'quiet';

interface StartFormOptions {
  /** An owner’s code that the browser has brought. */
  readonly code?: string;
  readonly look?: Look;
}

/** Builds a single button that starts a sign-in. */
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

/**
 * Builds the form for a pasted address, collapsed unless `open`: a pending sign-in may end at a page that does not
 * load.
 */
export function toAddressForm({ say }: PairingWords, open: boolean, look: Look = 'quiet'): Html {
  return html`<details${{ html: open ? ' open' : '' }}>
<summary>${say('addressSummary')}</summary>
<form method="post" action="/pair/address">
<label class="small" for="address">${say('addressLabel')}</label>
<input id="address" name="address" type="text" dir="ltr" inputmode="url" autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="4096" required placeholder="http://…/pair/callback?…">
<input class="${look}" type="submit" value="${say('useAddress')}">
</form>
</details>`;
}

/** Builds the form for an owner’s invitation: its six digits or its link. */
export function toCodeForm({ say }: PairingWords, path: StartPath, look: Look = 'act'): Html {
  return toLeaving(
    path,
    html`<label class="small" for="code">${say('codeLabel')}</label>
<input id="code" name="code" type="text" dir="ltr" inputmode="numeric" autocomplete="one-time-code" autocapitalize="off" spellcheck="false" maxlength="256" required placeholder="000 000">
<button class="${look}" type="submit">${say('signIn')}</button>`,
  );
}

/** Builds the same form, collapsed, for pages on which most people need no code. */
export function toCodeDetails(
  told: PairingWords,
  path: StartPath,
  summary: string,
  look: Look = 'act',
): Html {
  return html`<details>
<summary>${summary}</summary>
${toCodeForm(told, path, look)}
</details>`;
}
