/** An option, what it is for, and the values it may have; null: it stands alone. */
export interface Flag {
  readonly name: string;
  readonly summary: string;
  /** Empty: any. */
  readonly values: readonly string[] | null;
  /** Several values may be given, with commas between them. */
  readonly isList: boolean;
}

/** A word that can be completed, and what may follow it, in any order. */
export interface Completable {
  readonly name: string;
  readonly summary: string;
  /** What the first word behind it may be, options left out; or `FILES`. */
  readonly words: readonly string[];
  readonly flags: readonly Flag[];
}

export interface Completions {
  readonly commands: readonly Completable[];
  /** The one command whose first word decides what follows; its flags may stand before that word, too. */
  readonly ctl: Completable;
  readonly verbs: readonly Completable[];
  /** The one command whose words are those of the others: `help ctl play`. */
  readonly help: Completable;
}

/** Any path. */
export const FILES: readonly string[] = [];

/** The options that take a value. */
export function findValued(
  entries: readonly Completable[],
): (Flag & { readonly values: readonly string[] })[] {
  return entries.flatMap(({ flags }) =>
    flags.flatMap(flag => (flag.values === null ? [] : [{ ...flag, values: flag.values }])),
  );
}

export function flagsOf({ flags }: Pick<Completable, 'flags'>): string[] {
  return flags.map(({ name }) => name);
}

export function namesOf(entries: readonly { readonly name: string }[]): string[] {
  return [...new Set(entries.map(({ name }) => name))];
}
