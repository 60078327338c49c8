/** Tolerant readers for data that the service sent: each answers null instead of throwing. */

export type Fields = Readonly<Record<string, unknown>>;

const LONGEST_ADDRESS = 16_384;

/** The value as an object of unknown fields; an empty one for anything else. */
export function toFields(value: unknown): Fields {
  return isFields(value) ? value : {};
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}

/** What lies at `path`; undefined where any step of it is missing. */
export function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (at, key) => (isFields(at) && Object.hasOwn(at, key) ? at[key] : undefined),
    value,
  );
}

/** One line of text without control characters, at most `longest` UTF-16 units; null when nothing is left. */
export function toText(value: unknown, longest = 300): string | null {
  if (typeof value !== 'string') return null;
  // Cut first: cleaning megabytes only to throw them away would block the loop.
  const clean = value
    .slice(0, longest * 2)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/\p{Cs}/gu, '\uFFFD')
    .trim();
  const cut = clean
    .slice(0, longest)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim();
  return cut === '' ? null : cut;
}

/** An identifier exactly as sent; null when it is empty, too long or holds control characters. */
export function toId(value: unknown, longest = 1_024): string | null {
  if (typeof value !== 'string' || value === '' || value.length > longest) return null;
  return /[\p{Cc}\p{Cs}]/u.test(value) ? null : value;
}

/** A finite number, also out of a string such as `"14400"`. */
export function toNumber(value: unknown): number | null {
  const number =
    typeof value === 'string' && /^\s*-?\d{1,15}(\.\d{1,15})?\s*$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** A whole number from 0 up; null for anything else. */
export function toCount(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

/** An http or https address, byte for byte as sent. */
export function toAddress(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > LONGEST_ADDRESS) return null;
  if (!/^https?:\/\//i.test(value) || /[\p{Cc}\p{Cs}]/u.test(value)) return null;
  return URL.canParse(value) ? value : null;
}

/** The type code at the front of an id (specification, section 2); empty when there is none. */
export function typeOfId(id: string): string {
  return /^([A-Z]{2}):/.exec(id)?.[1] ?? '';
}
