import { createHash } from 'node:crypto';

const LONGEST_ADDRESS_BYTES = 4_096;
const LONGEST_VALUE = 4_096;

/** What the service sends a browser back with (specification, section 4, "Authorize"); all else is ignored. */
export interface Callback {
  readonly state: string | null;
  readonly code: string | null;
  /** RFC 6749 §4.1.2.1, such as `access_denied`. */
  readonly error: string | null;
}

/** The three fields that count; one that is empty or absurdly long counts as missing. */
export function parseCallback(query: URLSearchParams): Callback {
  const read = (name: string): string | null => {
    const value = query.get(name);
    return value !== null && value !== '' && value.length <= LONGEST_VALUE ? value : null;
  };
  return { state: read('state'), code: read('code'), error: read('error') };
}

/**
 * The callback inside a pasted address, whatever host it names and also when only the part behind the question mark was
 * pasted; null when there is none in it, or when it is longer than 4 KiB.
 */
export function parsePastedAddress(address: string): Callback | null {
  if (Buffer.byteLength(address) > LONGEST_ADDRESS_BYTES) return null;
  const [beforeFragment = ''] = address.trim().split('#');
  const query = beforeFragment.slice(beforeFragment.indexOf('?') + 1);
  const callback = parseCallback(new URLSearchParams(query));
  return callback.state === null && callback.code === null && callback.error === null ? null : callback;
}

/** Tells callbacks apart without keeping their codes; base64url. */
export function keyOf({ state, code }: Callback): string {
  return createHash('sha256')
    .update(JSON.stringify([state, code]))
    .digest('base64url');
}
