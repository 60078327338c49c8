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

/** One button; the other ways in are fields that open beneath it. `code`: an owner’s, that the browser has brought. */
export function toStartForm(path: StartPath, label: string, code: string | null = null): Html {
  return toLeaving(
    path,
    html`${code === null ? null : html`<input type="hidden" name="code" value="${code}">`}<button class="act" type="submit">${label}</button>`,
  );
}

export function toAddressForm({ say }: Told, open: boolean): Html {
  return html`<details${{ html: open ? ' open' : '' }}>
<summary>${say('addressSummary')}</summary>
<form method="post" action="/pair/address">
<label class="small" for="address">${say('addressLabel')}</label>
<input id="address" name="address" type="text" dir="ltr" inputmode="url" autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="4096" required placeholder="http://…/pair/callback?…">
<input type="submit" value="${say('useAddress')}">
</form>
</details>`;
}

/** For an owner’s invitation: its six digits, or its link. */
export function toCodeForm({ say }: Told, path: StartPath): Html {
  return toLeaving(
    path,
    html`<label class="small" for="code">${say('codeLabel')}</label>
<input id="code" name="code" type="text" dir="ltr" inputmode="numeric" autocomplete="one-time-code" autocapitalize="off" spellcheck="false" maxlength="256" required placeholder="000 000">
<button class="act" type="submit">${say('signIn')}</button>`,
  );
}

/** The same, where most need none. */
export function toCodeDetails(told: Told, path: StartPath, summary: string): Html {
  return html`<details>
<summary>${summary}</summary>
${toCodeForm(told, path)}
</details>`;
}
