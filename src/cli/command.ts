/** An option of a command: `--port 8080`, `--port=8080`, or alone when it takes no value. */
export interface Option {
  /** What the value is, as the help text shows it; null: the option stands alone. */
  readonly value: string | null;
  readonly summary: string;
  /** What the value may be; missing: the words of `value`, where bars stand between them, else anything. */
  readonly words?: readonly string[];
  /** Several of the words may be given, with commas between them. */
  readonly isList?: true;
}

/** What was given on the command line, by option name; a name that was not given is missing. */
export interface Arguments {
  readonly values: Readonly<Record<string, string>>;
  readonly flags: ReadonlySet<string>;
  /** What stood between and after the options. */
  readonly words: readonly string[];
}

/** What the help text tells. */
export interface Described {
  /** What is typed, `tonearm` and the options left out. */
  readonly usage: string;
  readonly summary: string;
  readonly options: Readonly<Record<string, Option>>;
  /** Further paragraphs; a line that begins with a space stays as it is. */
  readonly notes: readonly string[];
}

export interface Command extends Omit<Described, 'usage'> {
  readonly name: string;
  /** What comes besides options, as the help text shows it; missing: nothing does. */
  readonly words?: string;
  /** What the help text tells where such words were given; missing: the command itself. */
  describe?(words: readonly string[]): Described;
  /** Resolves with the exit code, soon after `stop` is aborted; an `ExitError` ends it with a sentence. */
  run(given: Arguments, stop: AbortSignal): Promise<number>;
}

/** What the list of commands holds: enough to print it without loading any. */
export interface CommandEntry {
  readonly name: string;
  readonly load: () => Promise<Command>;
}
