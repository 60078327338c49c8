import { escapeMarkup } from '../answer.js';
import type { Listener } from '../library/listeners.js';
import type { AuthorizationRequest } from './grants.js';

export const STYLE = `
:root { color-scheme: light dark; --ink: #1d2433; --paper: #f4f1ea; --card: #fff; --accent: #2b5d8a; }
@media (prefers-color-scheme: dark) { :root { --ink: #ece8df; --paper: #171b22; --card: #222832; --accent: #7fb2e0; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.1rem/1.5 system-ui, sans-serif; }
main { max-width: 26rem; margin: 8vh auto 2rem; padding: 1.5rem; background: var(--card); border-radius: 1rem; }
h1 { font-size: 1.4rem; line-height: 1.25; margin: 0 0 .75rem; }
fieldset { border: 0; margin: 1.25rem 0; padding: 0; display: grid; gap: .6rem; }
legend { padding: 0 0 .4rem; font-weight: 600; }
label { display: flex; align-items: center; gap: .75rem; min-height: 3rem; padding: .5rem .9rem;
  border: 1px solid color-mix(in srgb, var(--ink) 30%, transparent); border-radius: .7rem; cursor: pointer; }
input[type=radio] { width: 1.3rem; height: 1.3rem; accent-color: var(--accent); }
.choices { display: grid; gap: .6rem; }
button { min-height: 3.2rem; border-radius: .7rem; border: 2px solid var(--accent); font: inherit; font-weight: 600; cursor: pointer;
  background: transparent; color: inherit; }
button.primary { background: var(--accent); color: var(--card); }
small { display: block; margin-top: 1.25rem; opacity: .8; overflow-wrap: anywhere; }
`;

/** Path of the pages' one style sheet. */
export const STYLE_PATH = '/oauth/v1/style.css';

/** Returns the page that asks the listener for consent: fit for phones, without scripts. */
export function consentPage(
  { alias, redirectUri }: AuthorizationRequest,
  listeners: readonly Listener[],
  clientId: string,
): string {
  const accounts = listeners.map(
    ({ id, displayName }, at) =>
      `<label><input type="radio" name="listener" value="${escapeMarkup(id)}"${at === 0 ? ' checked' : ''}>${escapeMarkup(displayName)}</label>`,
  );
  return page(
    'Allow this speaker?',
    `<h1>Allow this speaker to play your music?</h1>
<p><strong>${escapeMarkup(clientId)}</strong> wants to see your collection and play from your account.</p>
<form method="post" action="/oauth/v1/authorize">
<input type="hidden" name="request" value="${escapeMarkup(alias)}">
<fieldset><legend>Sign in as</legend>${accounts.join('')}</fieldset>
<div class="choices">
<button class="primary" name="decision" value="allow">Allow</button>
<button name="decision" value="deny">Deny</button>
</div>
</form>
<small>This is the sandbox music service; its listeners are invented. Afterwards you return to ${escapeMarkup(new URL(redirectUri).host)}.</small>`,
  );
}

export function messagePage(title: string, sentence: string): string {
  return page(title, `<h1>${escapeMarkup(title)}</h1><p>${escapeMarkup(sentence)}</p>`);
}

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeMarkup(title)}</title><link rel="stylesheet" href="${STYLE_PATH}"></head>
<body><main>${content}</main></body></html>
`;
}
