/** An option of a command: `--port 8080`, `--port=8080`, or `--name` alone if it takes no value. */
export interface Option {
  /** The placeholder for the value in the help text; null if the option takes none. */
  readonly value: string | null;
  readonly summary: string;
  /** The allowed values. If absent: the words of `value` if these are separated by bars, else any text. */
  readonly words?: readonly string[];
  /** Whether the value is a comma-separated list of the words. */
  readonly isList?: true;
}

/** The parsed command line, by option name; absent options are missing. */
export interface Arguments {
  readonly values: Readonly<Record<string, string>>;
  readonly flags: ReadonlySet<string>;
  /** The positional words. */
  readonly words: readonly string[];
}

/** The content of a help text. */
export interface Described {
  /** The usage line, without `tonearm` and the options. */
  readonly usage: string;
  readonly summary: string;
  readonly options: Readonly<Record<string, Option>>;
  /** Further paragraphs; a line that begins with a space is not wrapped. */
  readonly notes: readonly string[];
}

export interface Command extends Omit<Described, 'usage'> {
  readonly name: string;
  /** The positional words as the help text shows them; absent if the command takes none. */
  readonly words?: string;
  /** Whether another program adds words and options to its command line, which are passed over. */
  readonly ignoresOthers?: true;
  /** Returns the help text for the given words; without it, the command's own is shown. */
  describe?(words: readonly string[]): Described;
  /**
   * Runs the command and resolves with the exit code, soon after `stop` is aborted. Rejects with an `ExitError` whose
   * message is printed.
   */
  run(given: Arguments, stop: AbortSignal): Promise<number>;
}

/** An entry in the list of commands, which can be printed without loading any command. */
export interface CommandEntry {
  readonly name: string;
  readonly load: () => Promise<Command>;
}
