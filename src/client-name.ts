/** What clients are called: 1 to 64 characters, none of them invisible, and no two alike (contract, section 4, "Opening"). */
import { CONTROL } from './core/command.js';
import { looksOf } from './likeness.js';

export const NAME_LENGTH = 64;

/** What takes no room, or turns the text around it. Of one plane: not all dialects of patterns know the others. */
const INVISIBLE =
  '\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f' +
  '\\u2800\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffc';
/** What no name may hold, for a class of characters in a pattern. */
export const UNSEEN = CONTROL + INVISIBLE;

/**
 * The same, in every plane, with the letters, notes and places of objects that Unicode has as empty ones, marks of notes,
 * halves of characters, and what is no character.
 */
const NOTHING_SEEN =
  /[\u{16fe4}\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cs}\p{NChar}\p{Zl}\p{Zp}\u2800\ufffc\u{13441}\u{13442}\u{1d159}]|(?=[\u{1d165}-\u{1d1ad}])\p{M}/gu;

/** Any text as a name that may be shown; `otherwise` where nothing of it can be seen. */
export function toClientName(text: string, otherwise = 'phone'): string {
  const clean = text
    .replace(/\p{Cc}+/gu, ' ')
    .replace(NOTHING_SEEN, '')
    .trim();
  return firstOf(clean, NAME_LENGTH) || otherwise;
}

/** What the agent itself calls those who gave no name, or are not told apart: nobody is admitted by them. */
export const OWN_WORDS: readonly string[] = [
  'http',
  'local',
  'others',
  ...['ctl', 'doctor', 'invite', 'pair', 'unpair'].map(command => `tonearm ${command}`),
];

/** The name, or, where one like it is in use, the next with a number: `Anna 2`. */
export function toFreeName(name: string, used: readonly string[]): string {
  const taken = new Set(used.flatMap(looksOf));
  for (let count = 1; ; count += 1) {
    const mark = count === 1 ? '' : ` ${count}`;
    const free = firstOf(name, NAME_LENGTH - mark.length).trimEnd() + mark;
    if (!looksOf(free).some(look => taken.has(look))) return free;
  }
}

function firstOf(text: string, count: number): string {
  return Array.from(text).slice(0, count).join('').trimEnd();
}
