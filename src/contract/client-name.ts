/** The names of clients: 1 to 64 visible characters, no two of one spelling (contract, section 4, "Opening"). */
import { CONTROL } from './shape.js';
import { spellingOf } from '../lib/spelling.js';

export const NAME_LENGTH = 64;

/**
 * Characters that are invisible or change the direction of text. Only of plane 0: not every regular-expression dialect
 * knows the others.
 */
const INVISIBLE =
  '\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f' +
  '\\u2800\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffc';
/** All characters that a name must not hold, for a character class in a pattern. */
export const UNSEEN = CONTROL + INVISIBLE;

/**
 * The same in every plane, with Unicode's empty letters, musical notes and object placeholders, combining marks of
 * notes, lone surrogates and noncharacters.
 */
const NOTHING_SEEN =
  /[\u{16fe4}\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cs}\p{NChar}\p{Zl}\p{Zp}\u2800\ufffc\u{13441}\u{13442}\u{1d159}]|(?=[\u{1d165}-\u{1d1ad}])\p{M}/gu;

/** Turns any text into a name that may be shown; returns `otherwise` if nothing of it is visible. */
export function toClientName(text: string, otherwise = 'phone'): string {
  const clean = text
    .replace(/\p{Cc}+/gu, ' ')
    .replace(NOTHING_SEEN, '')
    .trim();
  return firstOf(clean, NAME_LENGTH) || otherwise;
}

/**
 * Names that the agent itself uses for clients without a name, or counted together: no client is admitted under them.
 */
export const OWN_WORDS: readonly string[] = [
  'http',
  'local',
  'others',
  ...['ctl', 'doctor', 'invite', 'pair', 'unpair'].map(command => `tonearm ${command}`),
];

/** Returns the name or, if its spelling is in use, the first free one with a number: `Anna 2`. */
export function toFreeName(name: string, used: readonly string[]): string {
  const taken = new Set(used.map(spellingOf));
  for (let count = 1; ; count += 1) {
    const mark = count === 1 ? '' : ` ${count}`;
    const free = firstOf(name, NAME_LENGTH - mark.length).trimEnd() + mark;
    if (!taken.has(spellingOf(free))) return free;
  }
}

function firstOf(text: string, count: number): string {
  return Array.from(text).slice(0, count).join('').trimEnd();
}
