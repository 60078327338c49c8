import { closeSync, openSync, readSync } from 'node:fs';
import { EXIT } from '../contract/errors.js';
import { type FlightRecord, parseRecord, RecordError } from '../flight/lines.js';
import { isDifferent, replay } from '../flight/replay.js';
import { toReport } from '../flight/report.js';
import { readVersion } from './version.js';
import { refuse } from './arguments.js';
import type { Command } from './command.js';
import { oneLine, print } from './output.js';
import { createTrouble } from './trouble.js';

/** Upper bound in bytes; the agent keeps 64 KiB of characters. */
const LARGEST = 1024 * 1024;
const MAKE_ONE = 'make a new one on the speaker: sudo tonearm doctor --record > speaker.record';

export const replayCommand: Command = {
  name: 'replay',
  summary: 'runs a flight record through the core, and prints what was decided and why',
  words: 'FILE',
  options: {},
  notes: [
    'FILE is the output of "tonearm doctor --record". Each event is followed by the rows (reasons) that match, and by ' +
      'what was done; a line with "!" shows where the record differs.',
    'Exit codes: 0 decided as recorded; 1 decided otherwise, or FILE cannot be read; 64 wrong usage.',
  ],
  run({ words }) {
    const [path, extra] = words;
    if (path === undefined || extra !== undefined) throw refuse(replayCommand, 'name one file');
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
    throw createTrouble(`${path} is not a flight record: ${cause.message}`, MAKE_ONE, { cause });
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
    const remedy = 'check its name, and whether this user may read it';
    throw createTrouble(`${path} cannot be read: ${(cause as Error).message}`, remedy, { cause });
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
