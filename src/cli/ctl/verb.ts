import { EXIT, ExitError } from '../../contract/errors.js';
import type { Arguments } from '../command.js';
import type { Text } from '../text/line.js';
import type { Connected } from './connect.js';

/** The context of a verb once the session is open. */
export interface Scene {
  readonly client: Connected;
  /** Opens another session with what the command line selects. Rejects with an `ExitError`. */
  readonly reopen: () => Promise<Connected>;
  readonly isJson: boolean;
  /** The format of each row; null for the usual text. */
  readonly format: Format | null;
  /** Aborted when the user ends the command. */
  readonly stop: AbortSignal;
}

/** The values for `--format`, by field name. */
export type FormatRow = Readonly<Record<string, string>>;

/** A parsed format: the literal parts, one more than the names, and the names of the fields. */
export interface Format {
  readonly own: readonly string[];
  readonly names: readonly string[];
}

/** The output of a verb; null if there is nothing (more) to print. */
export type Told = {
  readonly json: unknown;
  /** The output for people. */
  readonly text: Text;
  /** The rows for `--format`. */
  readonly rows?: readonly FormatRow[];
  /** The ids that `ctl play` accepts by their number in this list. */
  readonly ids?: readonly string[];
  /** Why the request was not fulfilled; sets the exit code. */
  readonly problem?: ExitError;
} | null;

/** Performs the verb. The caller explains a thrown `ControlError`. */
export type VerbAction = (scene: Scene) => Told | Promise<Told>;

export interface Verb {
  readonly name: string;
  /** The positional words as the help text shows them; empty if it takes none. */
  readonly usage: string;
  readonly summary: string;
  /** The possible words, for shell completion; absent for any. */
  readonly words?: readonly string[];
  /** Further paragraphs of the help text. */
  readonly notes?: readonly string[];
  /** Whether it runs until the user ends it, and handles that itself. */
  readonly lasts?: true;
  /** Its own options, besides those of every verb. */
  readonly options: readonly string[];
  /** The fields for `--format`, if it takes that option. */
  readonly fields?: readonly string[];
  /** Parses the words before any connection is opened. Throws an `ExitError` 64 if they are wrong. */
  read(words: readonly string[], given: Arguments): VerbAction;
}

/** What a refusal names of its verb. */
export type VerbUsage = Pick<Verb, 'name' | 'usage'>;

/** The help and completion of a verb. */
export type ShownVerb = Omit<Verb, 'read'>;

export function refuseVerb({ name, usage }: VerbUsage, problem: string): ExitError {
  const how = `usage: tonearm ctl ${`${name} ${usage}`.trim()}; more: tonearm help ctl ${name}`;
  return new ExitError(EXIT.usage, `${problem}\n${how}`);
}

/** Returns the value of `--volume` as params; empty if absent. Throws an `ExitError` 64 for what is no volume. */
export function readVolume(verb: VerbUsage, { volume }: Arguments['values']): { readonly volume?: number } {
  if (volume === undefined) return {};
  if (!/^\d{1,3}$/.test(volume) || Number(volume) > 100)
    throw refuseVerb(verb, `${JSON.stringify(volume)} is not a volume`);
  return { volume: Number(volume) };
}

/** Returns a verb's only word, or null if it is absent. Throws an `ExitError` 64 for more than one. */
export function readOnly(verb: VerbUsage, words: readonly string[]): string | null {
  const [word = null, extra] = words;
  if (extra !== undefined)
    throw refuseVerb(verb, `"ctl ${verb.name}" does not take ${JSON.stringify(extra)}`);
  return word;
}

/** Throws an `ExitError` 64 if there is any word. */
export function readNone(verb: VerbUsage, words: readonly string[]): void {
  const [word] = words;
  if (word !== undefined) throw refuseVerb(verb, `"ctl ${verb.name}" does not take ${JSON.stringify(word)}`);
}
