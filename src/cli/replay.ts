import { closeSync, openSync, readSync } from 'node:fs';
import { EXIT, ExitError } from '../errors.js';
import { type FlightRecord, parseRecord, RecordError } from '../flight/lines.js';
import { isDifferent, replay } from '../flight/replay.js';
import { toReport } from '../flight/report.js';
import { readVersion } from '../version.js';
import { refuse } from './arguments.js';
import type { Command } from './command.js';
import { oneLine, print } from './output.js';

/** Upper bound in bytes; the agent keeps 64 KiB of characters. */
const LARGEST = 1024 * 1024;

export const replayCommand: Command = {
  name: 'replay',
  summary: 'runs a flight record through the core: what was decided, and why',
  words: 'FILE',
  options: {},
  notes: [
    'FILE is what "tonearm doctor --record" printed. Each event is followed by the rows (reasons) that fit, and what ' +
      'was done; a line with "!" is what was recorded otherwise.',
    'Exit codes: 0 decided as it was, 1 not, or FILE cannot be read, 64 wrong usage.',
  ],
  run({ words }) {
    const [path, extra] = words;
    if (path === undefined || extra !== undefined) throw refuse(replayCommand, 'which file?');
    const record = read(path);
    const replayed = replay(record);
    print(toReport(record, replayed, readVersion()).map(oneLine).join('\n'));
    return Promise.resolve(replayed.some(isDifferent) ? EXIT.fault : EXIT.clean);
  },
};

function read(path: string): FlightRecord {
  try {
    return parseRecord(readText(path));
  } catch (cause) {
    if (!(cause instanceof RecordError)) throw cause;
    throw new ExitError(EXIT.fault, `${path} is no flight record: ${cause.message}`);
  }
}

function readText(path: string): string {
  try {
    const file = openSync(path, 'r');
    try {
      return readAll(file);
    } finally {
      closeSync(file);
    }
  } catch (cause) {
    throw new ExitError(EXIT.fault, `${path} cannot be read: ${(cause as Error).message}`, { cause });
  }
}

/** Reads the whole file in parts instead of by its size: a pipe has none, and some devices never end. */
function readAll(file: number): string {
  const bytes = Buffer.alloc(LARGEST + 1);
  let length = 0;
  for (let count = -1; count !== 0 && length < bytes.length; length += count) {
    count = readSync(file, bytes, length, bytes.length - length, null);
  }
  if (length > LARGEST) throw new Error('it is larger than any flight record');
  return bytes.toString('utf8', 0, length);
}
