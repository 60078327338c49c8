import { createHash } from 'node:crypto';

const LONGEST_ADDRESS_BYTES = 4_096;
const LONGEST_VALUE = 4_096;

/** The parameters of the service's redirect back (specification, section 4, "Authorize"); all others are ignored. */
export interface Callback {
  readonly state: string | null;
  readonly code: string | null;
  /** The error code of RFC 6749 §4.1.2.1, such as `access_denied`. */
  readonly error: string | null;
}

/** Reads the three fields. An empty field, or one longer than 4,096 characters, counts as missing. */
export function parseCallback(query: URLSearchParams): Callback {
  const read = (name: string): string | null => {
    const value = query.get(name);
    return value !== null && value !== '' && value.length <= LONGEST_VALUE ? value : null;
  };
  return { state: read('state'), code: read('code'), error: read('error') };
}

/**
 * Parses the callback in a pasted address, whatever host it names, or in the query alone. Returns null if there is
 * none, or if the address is longer than 4 KiB.
 */
export function parsePastedAddress(address: string): Callback | null {
  if (Buffer.byteLength(address) > LONGEST_ADDRESS_BYTES) return null;
  const [beforeFragment = ''] = address.trim().split('#');
  const query = beforeFragment.slice(beforeFragment.indexOf('?') + 1);
  const callback = parseCallback(new URLSearchParams(query));
  return isEmpty(callback) ? null : callback;
}

/** Whether none of its fields was given. */
export function isEmpty({ state, code, error }: Callback): boolean {
  return state === null && code === null && error === null;
}

/** Returns the query that `parseCallback` reads as this. */
export function toQuery(callback: Callback): string {
  const given = Object.entries(callback).filter((field): field is [string, string] => field[1] !== null);
  return new URLSearchParams(given).toString();
}

/** Returns a base64url hash that identifies a callback without storing its code. */
export function keyOf({ state, code }: Callback): string {
  return createHash('sha256')
    .update(JSON.stringify([state, code]))
    .digest('base64url');
}
