/** Tolerant readers for data from the service: none of them throws on unexpected values. */
import type { Fields } from '../contract/shape.js';

const LONGEST_ADDRESS = 16_384;

/** Returns the value as an object of unknown fields; an empty object for anything else. */
export function toFields(value: unknown): Fields {
  return isFields(value) ? value : {};
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}

/** Returns the value at `path`; undefined if any step is missing. */
export function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (at, key) => (isFields(at) && Object.hasOwn(at, key) ? at[key] : undefined),
    value,
  );
}

/** Controls of the direction of text: one that is not closed turns around what follows, also outside of this text. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]+/gu;

/** Returns one line of text without control characters, at most `longest` UTF-16 units; null if nothing is left. */
export function toText(value: unknown, longest = 300): string | null {
  if (typeof value !== 'string') return null;
  // Cut first: cleaning megabytes only to discard them would block the event loop.
  const clean = value
    .slice(0, longest * 2)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/\p{Cs}/gu, '\uFFFD')
    .replace(DIRECTIONS, '')
    .trim();
  const cut = clean
    .slice(0, longest)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim();
  return cut === '' ? null : cut;
}

/** Returns an identifier exactly as sent; null if it is empty, too long or contains control characters. */
export function toId(value: unknown, longest = 1_024): string | null {
  if (typeof value !== 'string' || value === '' || value.length > longest) return null;
  return /[\p{Cc}\p{Cs}]/u.test(value) ? null : value;
}

/** Returns a finite number, also from a string such as `"14400"`; null for anything else. */
export function toNumber(value: unknown): number | null {
  const number =
    typeof value === 'string' && /^\s*-?\d{1,15}(\.\d{1,15})?\s*$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** Returns a whole number from 0 up; null for anything else. */
export function toCount(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

/** Returns an http or https address byte for byte as sent; null for anything else. */
export function toAddress(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > LONGEST_ADDRESS) return null;
  if (!/^https?:\/\//i.test(value) || /[\p{Cc}\p{Cs}]/u.test(value)) return null;
  return URL.canParse(value) ? value : null;
}

/** Returns the type code at the start of an id (specification, section 2); empty if there is none. */
export function typeOfId(id: string): string {
  return /^([A-Z]{2}):/.exec(id)?.[1] ?? '';
}
