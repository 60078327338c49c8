import { createHash, randomUUID } from 'node:crypto';
import { readFileSync, realpathSync } from 'node:fs';
import type { Cell, Logger } from '../ports.js';
import type { DeviceRecord } from '../records.js';
import { codeOf } from './file.js';

export interface DeviceUuidOptions {
  readonly device: Cell<DeviceRecord>;
  /** `TONEARM_DEVICE_UUID`; null if unset. */
  readonly configured: string | null;
  readonly stateDir: string;
  readonly logger: Logger;
  /** The file with the machine id. */
  readonly machineIdPath?: string;
}

/**
 * Determines the device id (contract, section 2): the configured one, else the stored one, else one derived from the
 * machine and the state directory. Stores the result; in a directory that cannot be written, only the storing fails.
 */
export async function resolveDeviceUuid(options: DeviceUuidOptions): Promise<string> {
  const { device, configured, stateDir, logger, machineIdPath = '/etc/machine-id' } = options;
  const kept = device.value?.deviceUuid ?? null;
  const deviceUuid = configured ?? kept ?? deriveUuid(readMachineId(machineIdPath), stateDir);
  if (deviceUuid === kept) return deviceUuid;
  try {
    await device.write({ deviceUuid });
  } catch (error) {
    logger.warn({ errno: codeOf(error) }, 'The device id could not be saved.');
  }
  return deviceUuid;
}

/**
 * Derives an id: the same for the same machine and directory, different for two directories of a machine, and without
 * revealing the machine id (as machine-id(5) requires). Random if there is no machine id.
 */
export function deriveUuid(machineId: string | null, stateDir: string): string {
  if (machineId === null) return randomUUID();
  const hash = createHash('sha256')
    .update(`tonearm\0${machineId}\0${realpathSync(stateDir)}`)
    .digest();
  const bytes = Buffer.from(hash.subarray(0, 16));
  // Version 5 (made from a name) and the variant of RFC 9562.
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/u, '$1-$2-$3-$4-');
}

function readMachineId(path: string): string | null {
  try {
    const id = readFileSync(path, 'utf8').trim();
    // Before its first boot a machine has the id "uninitialized".
    return /^[0-9a-f]{32}$/u.test(id) ? id : null;
  } catch {
    return null;
  }
}
