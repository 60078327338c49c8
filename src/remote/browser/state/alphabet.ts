/** An entry of a list that is sorted and filtered by its names. */
interface Sortable {
  readonly name: string;
  readonly artist?: string | undefined;
  readonly podcast?: string | undefined;
}

/** Letters that have no form without a mark, and how people type them. */
const SPELLED = new Map(Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ł: 'l', ı: 'i' }));

/** Removes diacritics and case, so that `e` finds `é`, and `ss` finds `ß`. */
function plain(text: string): string {
  const bare = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return bare.replace(/[ßæœøđłı]/gu, letter => SPELLED.get(letter) ?? letter);
}

/** Returns the items whose name, artist or podcast contains each of the words, in any order. */
export function sift<T extends Sortable>(items: readonly T[], words: string): readonly T[] {
  const wanted = plain(words).split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return items;
  return items.filter(({ name, artist = '', podcast = '' }) => {
    const text = plain(`${name} ${artist} ${podcast}`);
    return wanted.every(word => text.includes(word));
  });
}

export function sortByName<T extends Sortable>(items: readonly T[], tag: string): readonly T[] {
  const { compare } = new Intl.Collator(tag, { numeric: true });
  return [...items].sort((a, b) => compare(a.name, b.name));
}

/** Characters that are too many for an alphabet index. */
const IDEOGRAPH = /^\p{Script=Han}/u;

/** Returns the index letter of a name, or null if it does not begin with a letter. */
function letterOf(name: string): string | null {
  const [first = ''] = plain(name.trim());
  if (!/\p{L}/u.test(first)) return null;
  return IDEOGRAPH.test(first) ? '漢' : first.toUpperCase();
}

export interface Letter {
  /** Null: names that do not begin with a letter. */
  readonly letter: string | null;
  /** The index of the first item with this letter. */
  readonly index: number;
}

/** Returns the initial letters of a sorted list, each with the index of its first item. */
export function lettersOf(items: readonly Sortable[]): readonly Letter[] {
  const found = new Map<string | null, number>();
  items.forEach(({ name }, index) => {
    const letter = letterOf(name);
    if (!found.has(letter)) found.set(letter, index);
  });
  return [...found].map(([letter, index]) => ({ letter, index }));
}
