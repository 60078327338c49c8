import { suggestName } from '../../config/nearest-name.js';

/** The words for the service's type codes. A word's first code is the one that appears in the listener's collection. */
const CODES: ReadonlyMap<string, readonly string[]> = new Map([
  ['station', ['ST', 'SF']],
  ['album', ['AL']],
  ['song', ['TR']],
  ['artist', ['AR']],
  ['playlist', ['PL']],
  ['podcast', ['PC']],
  ['episode', ['PE']],
]);
/** Types that occur in lists but cannot be requested. */
const OTHERS: ReadonlyMap<string, string> = new Map([
  ['LI', 'listener'],
  ['AP', 'artist'],
  ['AU', 'autoplay'],
]);

export const KINDS: readonly string[] = [...CODES.keys()];

/** Returns the word for a type code, or the code itself if it is unknown. */
export function toKind(type: string): string {
  return KINDS.find(word => CODES.get(word)?.includes(type)) ?? OTHERS.get(type) ?? type;
}

/**
 * Parses a list such as `station,AL` into type codes; returns a string if it is wrong, which says why. `isOwn`: for the
 * listener's collection.
 */
export function parseTypes(list: string, isOwn: boolean): readonly string[] | string {
  const types: string[] = [];
  for (const word of list.split(',')) {
    const codes = CODES.get(word.toLowerCase());
    if (codes !== undefined) types.push(...(isOwn ? codes.slice(0, 1) : codes));
    else if (/^[a-z]{2}$/i.test(word)) types.push(word.toUpperCase());
    else return `--types: unknown kind ${JSON.stringify(word)}${suggestName(word, KINDS)}`;
  }
  return types;
}
