import { suggestName } from '../../config/nearest-name.js';

/** What the type codes of the service are called. The first code of a word is what the listener has of it. */
const CODES: ReadonlyMap<string, readonly string[]> = new Map([
  ['station', ['ST', 'SF']],
  ['album', ['AL']],
  ['song', ['TR']],
  ['artist', ['AR']],
  ['playlist', ['PL']],
  ['podcast', ['PC']],
  ['episode', ['PE']],
]);
/** These come in lists, and cannot be asked for. */
const OTHERS: ReadonlyMap<string, string> = new Map([
  ['LI', 'listener'],
  ['AP', 'artist'],
  ['AU', 'autoplay'],
]);

export const KINDS: readonly string[] = [...CODES.keys()];

/** What is shown for a type code; for one that nobody knows, the code. */
export function toKind(type: string): string {
  return KINDS.find(word => CODES.get(word)?.includes(type)) ?? OTHERS.get(type) ?? type;
}

/** The type codes of a list such as `station,AL`; a text: what is wrong with it. `isOwn`: among what the listener has. */
export function parseTypes(list: string, isOwn: boolean): readonly string[] | string {
  const types: string[] = [];
  for (const word of list.split(',')) {
    const codes = CODES.get(word.toLowerCase());
    if (codes !== undefined) types.push(...(isOwn ? codes.slice(0, 1) : codes));
    else if (/^[a-z]{2}$/i.test(word)) types.push(word.toUpperCase());
    else return `--types: there is no kind ${JSON.stringify(word)}${suggestName(word, KINDS)}`;
  }
  return types;
}
