import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseRecord } from '../../src/flight/lines.js';
import { replay } from '../../src/flight/replay.js';
import { toReport } from '../../src/flight/report.js';

const FOLDER = fileURLToPath(new URL('../../../test/records', import.meta.url));

/** What chaos has recorded: one of each kind of fault. */
export function recordPaths(): readonly string[] {
  const names = readdirSync(FOLDER).filter(name => name.endsWith('.record'));
  return names.sort().map(name => join(FOLDER, name));
}

/** A record as it is decided now, whichever version wrote it. */
export function printed(text: string): string {
  const record = parseRecord(text);
  return `${toReport(record, replay(record), record.header.version).join('\n')}\n`;
}
