import { toInviteCode } from '../../../core/invite-code.js';

/** What a link or a person brings: a control token, or an invitation that is worth one. */
export type Brought =
  | { readonly kind: 'token'; readonly token: string; readonly id?: string }
  | { readonly kind: 'invite'; readonly code: string };

/** As other scripts write them, which the keyboard of a phone may be set to: what is kept of an invitation is 0 to 9. */
export function withPlainDigits(text: string): string {
  return text.replace(/[٠-٩۰-۹]/g, digit => String(digit.charCodeAt(0) & 15));
}

function fieldsOf(fragment: string): URLSearchParams {
  return new URLSearchParams(fragment.replace(/^#/, ''));
}

/** What a fragment such as `#token=…&id=…` or `#invite=…` carries; null when neither. */
function broughtBy(fragment: string): Brought | null {
  const fields = fieldsOf(fragment);
  const [token, id, code] = [fields.get('token') ?? '', fields.get('id') ?? '', fields.get('invite') ?? ''];
  if (token !== '') return { kind: 'token', token, ...(id !== '' && { id }) };
  return code === '' ? null : { kind: 'invite', code };
}

/** What a person pasted or typed: a link that carries a credential, six digits, or a token. */
export function readPasted(text: string): Brought | null {
  const hash = text.indexOf('#');
  if (hash !== -1) return broughtBy(text.slice(hash).trim());
  const code = toInviteCode(withPlainDigits(text));
  if (/^\d{6}$/.test(code)) return { kind: 'invite', code };
  // Nor is an address that carries none.
  return code === '' || /\s|^https?:/i.test(code) ? null : { kind: 'token', token: code };
}

/**
 * Takes the credential out of the address, so that it stays in no history and no screenshot. A fragment is sent to
 * no server.
 */
export function takeBrought(window: Window): Brought | null {
  const { hash, pathname, search } = window.location;
  const fields = fieldsOf(hash);
  if (fields.has('token') || fields.has('invite')) window.history.replaceState(null, '', pathname + search);
  return broughtBy(hash);
}

/** Where another phone is sent: to the address that this page came by, which is known to work, then to the others of the speaker. */
export function linksFrom(
  links: readonly [string, ...string[]],
  { origin, hostname }: Location,
): readonly string[] {
  // On the speaker itself it says nothing to others.
  const isOfOneMachine = /^(localhost$|127\.|\[::1\])/.test(hostname);
  const here = links[0].replace(/^[^#]*/, `${origin}/`);
  return [...new Set(isOfOneMachine ? links : [here, ...links])];
}
