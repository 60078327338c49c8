import type { ControlClient } from '../../client/control-client.js';
import { EXIT, ExitError } from '../../errors.js';
import type { Arguments } from '../command.js';

/** What a verb works with once the speaker is there. */
export interface Scene {
  readonly client: ControlClient;
  readonly isJson: boolean;
  /** Aborted when the user has had enough. */
  readonly stop: AbortSignal;
}

/** What a verb has to tell: as JSON, or for people; null: nothing (more). */
export type Told = { readonly json: unknown; readonly text: string } | null;

/** Speaks to the speaker. A `ControlError` is for the caller to explain. */
export type Act = (scene: Scene) => Told | Promise<Told>;

export interface Verb {
  readonly name: string;
  /** The words it takes, as the help text shows them. */
  readonly usage: string;
  readonly summary: string;
  /** Goes on until the user has had enough, and sees to that itself. */
  readonly lasts?: true;
  /** Its own options, besides those of every verb. */
  readonly options: readonly string[];
  /** Reads the words before anybody is spoken to; an `ExitError` 64 says what is wrong with them. */
  read(words: readonly string[], given: Arguments): Act;
}

export function refuseVerb({ name, usage }: Pick<Verb, 'name' | 'usage'>, problem: string): ExitError {
  return new ExitError(EXIT.usage, `${problem}\nusage: tonearm ctl ${`${name} ${usage}`.trim()}`);
}

/** The one word of a verb, null where it was left out; more than one is refused. */
export function readOnly(verb: Pick<Verb, 'name' | 'usage'>, words: readonly string[]): string | null {
  const [word = null, extra] = words;
  if (extra !== undefined) throw refuseVerb(verb, `"ctl ${verb.name}" takes no ${JSON.stringify(extra)}`);
  return word;
}
