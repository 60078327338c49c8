import { toInviteCode } from '../../../core/vocabulary/invite-code.js';
import { type Brought, broughtBy } from './address.js';

/** Contract, section 2, `TONEARM_CONTROL_TOKEN`; those that the speaker gives out are longer. */
const SHORTEST_TOKEN = 16;

/** Converts Arabic and Persian digits to ASCII digits, because an invitation's code consists of 0 to 9. */
export function withPlainDigits(text: string): string {
  return text.replace(/[٠-٩۰-۹]/g, digit => String(digit.charCodeAt(0) & 15));
}

/** Whether the text is the address at which a sign-in ended. */
export function isCallback(text: string): boolean {
  return /[?&]state=/.test(text) && /[?&](?:code|error)=/.test(text);
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
  return code.length < SHORTEST_TOKEN || /\s|^https?:/i.test(code) ? null : { kind: 'token', token: code };
}
