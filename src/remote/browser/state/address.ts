import { toInviteCode } from '../../../core/invite-code.js';

/** The credential in a link or in pasted text: a control token, or an invitation to exchange for one. */
export type Brought =
  | { readonly kind: 'token'; readonly token: string; readonly id?: string }
  | { readonly kind: 'invite'; readonly code: string };

/** Converts Arabic and Persian digits to ASCII digits, because an invitation's code consists of 0 to 9. */
export function withPlainDigits(text: string): string {
  return text.replace(/[٠-٩۰-۹]/g, digit => String(digit.charCodeAt(0) & 15));
}

function fieldsOf(fragment: string): URLSearchParams {
  return new URLSearchParams(fragment.replace(/^#/, ''));
}

/** Parses a fragment such as `#token=…&id=…` or `#invite=…`; returns null if it carries neither. */
function broughtBy(fragment: string): Brought | null {
  const fields = fieldsOf(fragment);
  const [token, id, code] = [fields.get('token') ?? '', fields.get('id') ?? '', fields.get('invite') ?? ''];
  if (token !== '') return { kind: 'token', token, ...(id !== '' && { id }) };
  return code === '' ? null : { kind: 'invite', code };
}

/**
 * Parses text that a person pasted or typed: a link with a credential, six digits, or a token. Returns null otherwise.
 */
export function readPasted(text: string): Brought | null {
  const hash = text.indexOf('#');
  if (hash !== -1) return broughtBy(text.slice(hash).trim());
  const code = toInviteCode(withPlainDigits(text));
  if (/^\d{6}$/.test(code)) return { kind: 'invite', code };
  // Text with spaces or an address without a credential is no token.
  return code === '' || /\s|^https?:/i.test(code) ? null : { kind: 'token', token: code };
}

/**
 * Removes the credential from the page's address, so that it stays in no history and no screenshot, and returns it. A
 * fragment is sent to no server.
 */
export function takeBrought(window: Window): Brought | null {
  const { hash, pathname, search } = window.location;
  const fields = fieldsOf(hash);
  if (fields.has('token') || fields.has('invite')) window.history.replaceState(null, '', pathname + search);
  return broughtBy(hash);
}

/**
 * Returns the links for another phone: first to this page's own address, which is known to work, then to the speaker's
 * other addresses.
 */
export function linksFrom(
  links: readonly [string, ...string[]],
  { origin, hostname }: Location,
): readonly string[] {
  // A loopback address is of no use to other machines.
  const isOfOneMachine = /^(localhost$|127\.|\[::1\])/.test(hostname);
  const here = links[0].replace(/^[^#]*/, `${origin}/`);
  return [...new Set(isOfOneMachine ? links : [here, ...links])];
}
