import { readFields } from './fields.js';

/** Where a request wants to go. */
export interface RequestTarget {
  /** Percent-decoded, begins with one slash, without dot segments and control characters. */
  readonly path: string;
  /** Read when it is asked for; empty where it holds too many fields. */
  readonly query: URLSearchParams;
  /** The host that an absolute address names: it stands above the Host header (RFC 9112, section 3.2.2). */
  readonly host: string | null;
}

/** Reads the request line's target; null for what is no address of a page. */
export function parseTarget(target: string): RequestTarget | null {
  const absolute = /^https?:\/\/([^/?#]*)(.*)$/i.exec(target);
  const local = absolute?.[2] ?? target;
  const [, rawPath = '', query = ''] = /^([^?#]*)\??([^#]*)/.exec(local === '' ? '/' : local) ?? [];
  const path = decode(rawPath);
  if (path === null || !path.startsWith('/') || path.startsWith('//')) return null;
  if (/[\p{Cc}\\]/u.test(path) || path.split('/').some(part => part === '.' || part === '..')) return null;
  return {
    path,
    // Few pages want it, and whoever sends one that is dear to read wants none of them.
    get query() {
      return readFields(query) ?? new URLSearchParams();
    },
    host: absolute?.[1] ?? null,
  };
}

function decode(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
