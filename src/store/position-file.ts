import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger, Store } from '../ports.js';
import type { PositionRecord } from '../records.js';
import { codeOf } from './file.js';
import { parsePosition } from './formats.js';

const largestBytes = 64 * 1024;

/**
 * The position each second of sound, unsynced, in the runtime directory (contract, section 6). The rename makes a
 * reader see one whole record whenever the agent is killed. Failures are swallowed after one warning, until one
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
      const { sourceId, index, trackToken, positionMs } = next;
      try {
        writeFileSync(temporary, JSON.stringify({ sourceId, index, trackToken, positionMs }), {
          mode: 0o600,
        });
        renameSync(temporary, path);
        warned = false;
      } catch (error) {
        if (!warned) logger.warn({ path, errno: codeOf(error) }, 'position not saved');
        warned = true;
      }
    },
  };
}

function read(path: string): PositionRecord | null {
  try {
    const found = statSync(path);
    if (!found.isFile() || found.size > largestBytes) return null;
    return parsePosition(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}
