import { toInviteCode } from '../../../core/invite-code.js';

/** What lets a browser in: a control token, or an invitation that is worth one. */
export type Credential =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'invite'; readonly code: string };

function fieldsOf(fragment: string): URLSearchParams {
  return new URLSearchParams(fragment.replace(/^#/, ''));
}

/** What a fragment such as `#token=…` or `#invite=…` carries; null when neither. */
function credentialOf(fragment: string): Credential | null {
  const fields = fieldsOf(fragment);
  const [token, code] = [fields.get('token') ?? '', fields.get('invite') ?? ''];
  if (token !== '') return { kind: 'token', token };
  return code === '' ? null : { kind: 'invite', code };
}

/** What a person pasted or typed: a link that carries a credential, six digits, or a token. */
export function pastedCredential(text: string): Credential | null {
  const hash = text.indexOf('#');
  if (hash !== -1) return credentialOf(text.slice(hash).trim());
  const code = toInviteCode(text);
  if (/^\d{6}$/.test(code)) return { kind: 'invite', code };
  return code === '' || /\s/.test(code) ? null : { kind: 'token', token: code };
}

/**
 * Takes the credential out of the address, so that it stays in no history and no screenshot. A fragment is sent to
 * no server.
 */
export function takeCredential(window: Window): Credential | null {
  const { hash, pathname, search } = window.location;
  const fields = fieldsOf(hash);
  if (fields.has('token') || fields.has('invite')) window.history.replaceState(null, '', pathname + search);
  return credentialOf(hash);
}
