/** The most fields accepted: more than any page takes, or any service sends. */
const MOST = 64;

/**
 * Parses the fields of a query or form; null if there are too many. Each field that is not UTF-8 costs an exception in
 * Node: 15 KB of them take 20 ms on a fast machine.
 */
export function readFields(text: string): URLSearchParams | null {
  return text.split('&', MOST + 1).length > MOST ? null : new URLSearchParams(text);
}
