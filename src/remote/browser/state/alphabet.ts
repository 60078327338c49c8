/** A list as a phone sorts and sifts it, by the names in it. */
interface Named {
  readonly name: string;
  readonly artist?: string | undefined;
  readonly podcast?: string | undefined;
}

/** Without the marks that few type: `é` is found by `e`. */
function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Those that have each of the words, whichever way round, in what they are called or who made them. */
export function sift<T extends Named>(items: readonly T[], words: string): readonly T[] {
  const wanted = plain(words).split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return items;
  return items.filter(({ name, artist = '', podcast = '' }) => {
    const text = plain(`${name} ${artist} ${podcast}`);
    return wanted.every(word => text.includes(word));
  });
}

export function sortByName<T extends Named>(items: readonly T[], tag: string): readonly T[] {
  const { compare } = new Intl.Collator(tag, { numeric: true });
  return [...items].sort((a, b) => compare(a.name, b.name));
}

/** Characters of which there are too many to choose between. */
const IDEOGRAPH = /^\p{Script=Han}/u;

/** Null: no letter at all. */
function letterOf(name: string): string | null {
  const [first = ''] = plain(name.trim());
  if (!/\p{L}/u.test(first)) return null;
  return IDEOGRAPH.test(first) ? '漢' : first.toUpperCase();
}

export interface Letter {
  /** Null: what begins with no letter. */
  readonly letter: string | null;
  /** Of the first that begins with it. */
  readonly index: number;
}

/** The letters that names of a sorted list begin with, each where it is first. */
export function lettersOf(items: readonly Named[]): readonly Letter[] {
  const found = new Map<string | null, number>();
  items.forEach(({ name }, index) => {
    const letter = letterOf(name);
    if (!found.has(letter)) found.set(letter, index);
  });
  return [...found].map(([letter, index]) => ({ letter, index }));
}
