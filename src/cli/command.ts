/** An option of a command: `--port 8080`, `--port=8080`, or alone when it takes no value. */
export interface Option {
  /** What the value is, as the help text shows it; null: the option stands alone. */
  readonly value: string | null;
  readonly summary: string;
}

/** What was given on the command line, by option name; a name that was not given is missing. */
export interface Arguments {
  readonly values: Readonly<Record<string, string>>;
  readonly flags: ReadonlySet<string>;
  /** What stood between and after the options. */
  readonly words: readonly string[];
}

export interface Command {
  readonly name: string;
  readonly summary: string;
  /** What comes besides options, as the help text shows it; missing: nothing does. */
  readonly words?: string;
  readonly options: Readonly<Record<string, Option>>;
  /** Further lines of the help text. */
  readonly notes: readonly string[];
  /** Resolves with the exit code, soon after `stop` is aborted; an `ExitError` ends it with a sentence. */
  run(given: Arguments, stop: AbortSignal): Promise<number>;
}

/** What the list of commands holds: enough to print it without loading any. */
export interface CommandEntry {
  readonly name: string;
  readonly load: () => Promise<Command>;
}
