import type { IncomingHttpHeaders } from 'node:http';

export interface OriginRuleOptions {
  readonly scheme: 'http' | 'https';
  /** The Host of the request, with its port. */
  readonly host: string;
  /** Web origins allowed besides the device's own. */
  readonly origins: readonly string[];
}

/**
 * Whether this POST or upgrade may come from the origin that the browser names (contract, section 3). A listed origin
 * is always foreign, so `Sec-Fetch-Site` counts only if the origin is not listed.
 */
export function isAllowedOrigin(headers: IncomingHttpHeaders, options: OriginRuleOptions): boolean {
  const { origin } = headers;
  const given = origin === undefined ? undefined : parseOrigin(origin);
  if (given === null) return false;
  if (origin !== undefined && isListedOrigin(origin, options.origins)) return true;
  // A header that came twice holds both values.
  if (/cross-site/i.test(headers['sec-fetch-site'] ?? '')) return false;
  return given === undefined || given === parseOrigin(`${options.scheme}://${options.host}`);
}

/** Whether this value of an Origin header is one of the listed web origins. */
export function isListedOrigin(origin: string, listed: readonly string[]): boolean {
  const given = parseOrigin(origin);
  return given !== null && listed.some(other => parseOrigin(other) === given);
}

/**
 * Returns scheme, name in lower case, and port unless it is the scheme's default; null for anything else, including the
 * word `null`.
 */
function parseOrigin(text: string): string | null {
  if (!/^https?:\/\/[^\s/\\?#@]+\/?$/i.test(text) || !URL.canParse(text)) return null;
  return new URL(text).origin;
}
