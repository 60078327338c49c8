import type { IncomingHttpHeaders } from 'node:http';

export interface OriginRuleOptions {
  readonly scheme: 'http' | 'https';
  /** The Host of the request, with its port. */
  readonly host: string;
  /** Further web origins that are allowed. */
  readonly origins: readonly string[];
}

/**
 * Whether this POST or upgrade may come from where the browser says it comes from (contract, section 3). A listed
 * origin is foreign by nature, so `Sec-Fetch-Site` counts only where no listed one vouches for the request.
 */
export function isAllowedOrigin(headers: IncomingHttpHeaders, options: OriginRuleOptions): boolean {
  const { origin } = headers;
  const given = origin === undefined ? undefined : parseOrigin(origin);
  if (given === null) return false;
  if (origin !== undefined && isListedOrigin(origin, options.origins)) return true;
  if (headers['sec-fetch-site'] === 'cross-site') return false;
  return given === undefined || given === parseOrigin(`${options.scheme}://${options.host}`);
}

/** Whether this value of an Origin header is one of the further web origins that are allowed. */
export function isListedOrigin(origin: string, listed: readonly string[]): boolean {
  const given = parseOrigin(origin);
  return given !== null && listed.some(other => parseOrigin(other) === given);
}

/** Scheme, name in lower case, port unless it is the scheme's own; null for anything else, the word `null` included. */
function parseOrigin(text: string): string | null {
  if (!/^https?:\/\/[^\s/\\?#@]+\/?$/i.test(text) || !URL.canParse(text)) return null;
  return new URL(text).origin;
}
