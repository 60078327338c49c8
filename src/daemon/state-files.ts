import { join } from 'node:path';
import type { ClientRecord } from '../contract/records.js';
import { largestBytes } from '../store/file.js';
import { clientsFormat, credentialsFormat, deviceFormat, formats } from '../store/formats.js';
import { isOfAnotherMachine, readMachineId } from '../store/machine.js';
import { type RecordFormat, parsePersisted } from '../store/persisted.js';
import { readPlain } from '../lib/plain-file.js';
import { parsePlayed, playedFile } from '../store/played-format.js';

export { readHolder } from '../store/lock.js';

/** The condition of a file in the state directory; its content is not exposed. */
export interface StateFile {
  readonly name: string;
  readonly outcome: 'good' | 'missing' | 'torn' | 'newer' | 'unreadable';
  /** Permissions, such as 0o600; null if the file is missing or no plain file. */
  readonly mode: number | null;
}

/** Examines the files of a state directory (contract, section 6) without changing or locking anything. */
export function examineStateFiles(stateDir: string): readonly StateFile[] {
  const cells = Object.values(formats).map(format => {
    const known = format as RecordFormat<object>;
    return examineFile(known.name, stateDir, text => parsePersisted(known, text));
  });
  return [...cells, examineFile(playedFile.name, stateDir, parsePlayed)];
}

/** The stored credentials; null if there are none or they cannot be read. Never display them. */
export function readPairing(stateDir: string) {
  return readValue(credentialsFormat, stateDir);
}

/** The admitted clients; empty if they cannot be read. */
export function readClients(stateDir: string): readonly Omit<ClientRecord, 'verifier'>[] {
  return readValue(clientsFormat, stateDir)?.clients ?? [];
}

/** Whether the state directory is a copy of another machine's, and none of it is used. `root`: what holds /etc. */
export function isCopy(stateDir: string, root: string): boolean {
  const places = { path: join(root, 'etc/machine-id'), transientPath: join(root, 'run/machine-id') };
  return isOfAnotherMachine(readValue(deviceFormat, stateDir), readMachineId(places));
}

function readValue<T extends object>(format: RecordFormat<T>, stateDir: string): T | null {
  try {
    const file = readPlain(join(stateDir, format.name), largestBytes);
    const parsed = file && parsePersisted(format, file.text);
    return parsed?.outcome === 'value' ? parsed.value : null;
  } catch {
    return null;
  }
}

function examineFile(
  name: string,
  stateDir: string,
  parse: (text: string) => { readonly outcome: 'value' | 'invalid' | 'newer' },
): StateFile {
  const path = join(stateDir, name);
  try {
    const file = readPlain(path, largestBytes);
    // The agent sets such a file aside, too.
    if (file === null) return { name, outcome: 'torn', mode: null };
    const { mode } = file;
    const parsed = parse(file.text);
    const outcome = parsed.outcome === 'value' ? 'good' : parsed.outcome === 'newer' ? 'newer' : 'torn';
    return { name, outcome, mode };
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    return { name, outcome: isMissing ? 'missing' : 'unreadable', mode: null };
  }
}
