import type { ControlClient } from '../../client/control-client.js';
import { EXIT, ExitError } from '../../errors.js';
import type { Arguments } from '../command.js';
import type { Text } from '../text/line.js';

/** What a verb works with once the speaker is there. */
export interface Scene {
  readonly client: ControlClient;
  readonly isJson: boolean;
  /** By which each row is written; null: as it is for people. */
  readonly format: Format | null;
  /** Aborted when the user has had enough. */
  readonly stop: AbortSignal;
}

/** What `--format` takes its values from, by their names. */
export type Row = Readonly<Record<string, string>>;

/** The parts of a format: what stands around the values, one more than these, and their names. */
export interface Format {
  readonly own: readonly string[];
  readonly names: readonly string[];
}

/** What a verb has to tell; null: nothing (more). */
export type Told = {
  readonly json: unknown;
  /** For people. */
  readonly text: Text;
  /** For `--format`. */
  readonly rows?: readonly Row[];
  /** What `ctl play` takes by the numbers of this list. */
  readonly ids?: readonly string[];
  /** What they are called. */
  readonly names?: readonly string[];
  /** Why this was not what was asked for. */
  readonly problem?: ExitError;
} | null;

/** Speaks to the speaker. A `ControlError` is for the caller to explain. */
export type Act = (scene: Scene) => Told | Promise<Told>;

export interface Verb {
  readonly name: string;
  /** The words it takes, as the help text shows them. */
  readonly usage: string;
  readonly summary: string;
  /** What the words may be, for a shell to complete; missing: anything. */
  readonly words?: readonly string[];
  /** Further paragraphs of its help text. */
  readonly notes?: readonly string[];
  /** Goes on until the user has had enough, and sees to that itself. */
  readonly lasts?: true;
  /** Its own options, besides those of every verb. */
  readonly options: readonly string[];
  /** The names that its rows have, where it takes `--format`. */
  readonly fields?: readonly string[];
  /** Reads the words before anybody is spoken to; an `ExitError` 64 says what is wrong with them. */
  read(words: readonly string[], given: Arguments): Act;
}

/** What is shown of a verb, whoever reads its words. */
export type ShownVerb = Omit<Verb, 'read'>;

export function refuseVerb({ name, usage }: Pick<Verb, 'name' | 'usage'>, problem: string): ExitError {
  const how = `usage: tonearm ctl ${`${name} ${usage}`.trim()}; more: tonearm help ctl ${name}`;
  return new ExitError(EXIT.usage, `${problem}\n${how}`);
}

/** The one word of a verb, null where it was left out; more than one is refused. */
export function readOnly(verb: Pick<Verb, 'name' | 'usage'>, words: readonly string[]): string | null {
  const [word = null, extra] = words;
  if (extra !== undefined) throw refuseVerb(verb, `"ctl ${verb.name}" takes no ${JSON.stringify(extra)}`);
  return word;
}

/** No word at all. */
export function readNone(verb: Pick<Verb, 'name' | 'usage'>, words: readonly string[]): void {
  const [word] = words;
  if (word !== undefined) throw refuseVerb(verb, `"ctl ${verb.name}" takes no ${JSON.stringify(word)}`);
}
