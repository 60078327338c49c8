import { isIPv4, isIPv6 } from 'node:net';

/** Returns the name in a Host header, in lower case, without port, brackets and trailing dot; null if it is invalid. */
export function parseHostName(host: string): string | null {
  const match = /^(?:\[([0-9a-f:.]+)\]|([^\s:/\\?#@[\]]+))(?::\d{0,5})?$/i.exec(host);
  const literal = match?.[1];
  if (literal !== undefined) return isIPv6(literal) ? literal.toLowerCase() : null;
  const name = match?.[2]?.toLowerCase().replace(/\.$/, '') ?? '';
  return name === '' ? null : name;
}

/**
 * Whether a page under this Host may be the speaker's own (contract, section 3). A name server cannot rebind an IP
 * literal to another address, but it can rebind a name: so names are accepted only from a list, which is asked for only
 * then.
 */
export function isAcceptedHost(host: string, names: () => readonly string[]): boolean {
  const name = parseHostName(host);
  if (name === null) return false;
  if (isIPv4(name) || isIPv6(name) || name === 'localhost') return true;
  return names().some(known => known.toLowerCase().replace(/\.$/, '') === name);
}
