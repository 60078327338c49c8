import { isIPv4, isIPv6 } from 'node:net';

/** The name in a Host header, in lower case, without port, brackets and trailing dot; null: it is none. */
export function parseHostName(host: string): string | null {
  const match = /^(?:\[([0-9a-f:.]+)\]|([^\s:/\\?#@[\]]+))(?::\d{0,5})?$/i.exec(host);
  const literal = match?.[1];
  if (literal !== undefined) return isIPv6(literal) ? literal.toLowerCase() : null;
  const name = match?.[2]?.toLowerCase().replace(/\.$/, '') ?? '';
  return name === '' ? null : name;
}

/**
 * Whether a page under this Host may be ours (contract, section 3): an IP literal cannot be rebound to another
 * address by a name server, a name can, so names are accepted by list only.
 */
export function isAcceptedHost(host: string, names: readonly string[]): boolean {
  const name = parseHostName(host);
  if (name === null) return false;
  if (isIPv4(name) || isIPv6(name) || name === 'localhost') return true;
  return names.some(known => known.toLowerCase().replace(/\.$/, '') === name);
}
