import { currentEnvironment } from '../../config.js';

/** What a shell takes as it stands, wherever in the word: no quotes, no spaces, nothing that it replaces. */
const HARMLESS = /^[\w@%+:,./-][\w@%+=:,./-]*$/;

/** A line to be pasted into a shell, which gives it the very same words. Options come first, those that are not given are left out. */
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
 * A command for whoever typed this one. What was run by sudo is run by sudo again: the user alone may not be let in, and the list
 * last printed and the tokens are root's.
 */
export function toTyped(
  command: string,
  environment: NodeJS.ProcessEnv = currentEnvironment(),
  isRoot = process.geteuid?.() === 0,
): string {
  return isRoot && (environment['SUDO_USER'] ?? '') !== '' ? `sudo ${command}` : command;
}

function quote(word: string): string {
  return HARMLESS.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
