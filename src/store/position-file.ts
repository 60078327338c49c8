import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger, Store } from '../contract/ports.js';
import type { PositionRecord } from '../contract/records.js';
import { codeOf } from './file.js';
import { parsePosition } from './formats.js';
import { UnreadableState } from './persisted.js';
import { readPlain } from '../lib/plain-file.js';

const largestBytes = 64 * 1024;

/**
 * Stores the position for each second of sound, unsynced, in the runtime directory (contract, section 6). The rename
 * lets a reader see one whole record whenever the agent is killed. Failures are ignored after one warning, until a
 * write has succeeded again.
 */
export function openPositionFile(directory: string, logger: Logger): Store['position'] {
  const path = join(directory, 'position.json');
  const temporary = `${path}.tmp`;
  let value = read(path);
  let warned = false;
  return {
    get value() {
      return value;
    },
    write(next) {
      value = next;
      try {
        if (next === null) {
          rmSync(path, { recursive: true, force: true });
          return;
        }
        const { sourceId, index, trackToken, positionMs } = next;
        const content = JSON.stringify({ sourceId, index, trackToken, positionMs });
        if (content.length > largestBytes || parsePosition(content) === null) {
          throw new UnreadableState('position.json', 'it does not hold a position');
        }
        writeAnew(temporary, content);
        renameSync(temporary, path);
        warned = false;
      } catch (error) {
        if (!warned) logger.warn({ path, errno: codeOf(error) }, 'The position could not be saved.');
        warned = true;
      }
    },
  };
}

/** An existing file is a leftover, or a link that another user placed there: neither is written through. */
function writeAnew(path: string, content: string): void {
  const exclusively = { mode: 0o600, flag: 'wx' } as const;
  try {
    writeFileSync(path, content, exclusively);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    rmSync(path, { recursive: true, force: true });
    writeFileSync(path, content, exclusively);
  }
}

function read(path: string): PositionRecord | null {
  try {
    const file = readPlain(path, largestBytes);
    return file && parsePosition(file.text);
  } catch {
    return null;
  }
}
