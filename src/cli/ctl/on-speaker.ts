import { basename, dirname } from 'node:path';
import { nameDevice } from '../../config/installed.js';
import { toTyped } from './command-line.js';

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
