import { basename, dirname } from 'node:path';
import { currentEnvironment } from '../../config/config.js';
import { nameDevice } from '../../config/installed.js';

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

const FIRST_PORT = '8710';

/**
 * A command that somebody types on the speaker at that address, or behind that socket: it must not mean another speaker
 * of the same machine. From elsewhere nobody can see what the units there are called.
 */
export function onSpeaker(command: string, url: string, quote = ''): string {
  const line = `sudo ${command}`;
  if (!URL.canParse(url)) return `${quote}${nameDevice(line, instanceAt(url))}${quote}`;
  const isFirst = ['', '80', '443', FIRST_PORT].includes(new URL(url).port);
  return `${quote}${line}${quote}${isFirst ? '' : ' (with --device NAME, if it is not the first speaker on its machine)'}`;
}

/** The same between quotes, in the middle of a sentence. */
export function quoteOnSpeaker(command: string, url: string): string {
  return onSpeaker(command, url, '"');
}

/** A command to be typed where this one was, for the same speaker. */
export function toNext(command: string, url: string): string {
  return toTyped(URL.canParse(url) ? command : nameDevice(command, instanceAt(url)));
}

/** What follows the @ of the unit whose socket this is; null: nothing does. */
function instanceAt(path: string): string | null {
  return /@(.+)$/s.exec(basename(dirname(path)))?.[1] ?? null;
}
