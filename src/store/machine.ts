import { createHmac } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import type { DeviceRecord } from '../contract/records.js';

/** The id of the machine, 32 hexadecimal digits, and where one that lasts only until the next start is kept. */
const PLACES = { path: '/etc/machine-id', transientPath: '/run/machine-id' };

export type MachineIdPlaces = Partial<typeof PLACES>;

/**
 * Returns the id of this machine (machine-id(5)); null if it has none that lasts. Where systemd can store none, it binds
 * one of its own making over the file until the next start: a state kept longer would look like another machine's.
 */
export function readMachineId({
  path = PLACES.path,
  transientPath = PLACES.transientPath,
}: MachineIdPlaces = {}): string | null {
  try {
    const id = readFileSync(path, 'utf8').trim();
    // Before its first boot a machine has the id "uninitialized".
    return /^[0-9a-f]{32}$/u.test(id) && !isSameFile(path, transientPath) ? id : null;
  } catch {
    return null;
  }
}

function isSameFile(one: string, other: string): boolean {
  const [a, b] = [one, other].map(path => statSync(path, { throwIfNoEntry: false }));
  return a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino;
}

/** Returns what tells one machine from another without revealing its id: a keyed hash, as machine-id(5) requires. */
export function toMachineMark(machineId: string): string {
  return createHmac('sha256', 'tonearm device.json').update(machineId).digest('base64url');
}

/**
 * Whether another machine wrote the record, so that the state directory is a copy (contract, section 2). What bears no
 * mark, or is read where no machine id lasts, is taken for this machine's: nothing is lost on a guess.
 */
export function isOfAnotherMachine(record: DeviceRecord | null, machineId: string | null): boolean {
  return record?.machine !== undefined && machineId !== null && record.machine !== toMachineMark(machineId);
}
