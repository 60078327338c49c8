import { currentEnvironment } from '../../config/config.js';

/** Words that no shell changes: no quotes, spaces or expansions anywhere. */
const HARMLESS = /^[\w@%+:,./-][\w@%+=:,./-]*$/;

/**
 * Returns a command line that yields the same words when pasted into a shell. Options come first; undefined ones are
 * omitted.
 */
export function toCommandLine(
  words: readonly string[],
  options: Readonly<Record<string, string | undefined>> = {},
): string {
  const given = Object.entries(options).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}=${quote(value)}`],
  );
  const [first = '', ...rest] = words;
  const end = rest.some(word => word.startsWith('-')) ? ['--'] : [];
  return ['tonearm ctl', quote(first), ...given, ...end, ...rest.map(quote)].join(' ');
}

/**
 * Returns the command for the user who typed this one, with `sudo` if this one was run by sudo: the user alone may lack
 * access, and the last printed list and the tokens belong to root.
 */
export function toTyped(
  command: string,
  environment: NodeJS.ProcessEnv = currentEnvironment(),
  isRoot = process.geteuid?.() === 0,
): string {
  return isRoot && (environment['SUDO_USER'] ?? '') !== '' ? `sudo ${command}` : command;
}

/** Returns the word as a shell takes it unchanged. */
function quote(word: string): string {
  return HARMLESS.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
