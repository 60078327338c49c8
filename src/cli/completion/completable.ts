/** An option with its purpose and its values; null if it takes no value. */
export interface Flag {
  readonly name: string;
  readonly summary: string;
  /** Empty: any value. */
  readonly values: readonly string[] | null;
  /** Whether the value is a comma-separated list. */
  readonly isList: boolean;
}

/** A word that can be completed, with the words and flags that may follow it in any order. */
export interface Completable {
  readonly name: string;
  readonly summary: string;
  /** The possible first words after it, without options; or `FILES`. */
  readonly words: readonly string[];
  readonly flags: readonly Flag[];
}

export interface Completions {
  readonly commands: readonly Completable[];
  /** The one command whose first word determines what follows; its flags may also precede that word. */
  readonly ctl: Completable;
  readonly verbs: readonly Completable[];
  /** The command whose words are the other commands and their verbs: `help ctl play`. */
  readonly help: Completable;
}

/** Stands for any path. */
export const FILES: readonly string[] = [];

/** Returns the options that take a value. */
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
