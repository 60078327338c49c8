import { createHash, randomUUID } from 'node:crypto';
import { realpathSync } from 'node:fs';
import type { Cell, Logger } from '../contract/ports.js';
import type { DeviceRecord } from '../contract/records.js';
import { codeOf } from './file.js';
import { isOfAnotherMachine, type MachineIdPlaces, readMachineId, toMachineMark } from './machine.js';

export interface DeviceUuidOptions {
  readonly device: Cell<DeviceRecord>;
  /** `TONEARM_DEVICE_UUID`; null if unset. */
  readonly configured: string | null;
  readonly stateDir: string;
  readonly logger: Logger;
  readonly machineId?: MachineIdPlaces;
}

/**
 * Determines the device id (contract, section 2): the configured one, else the stored one unless another machine stored
 * it, else one derived from the machine and the state directory. Stores the result with the mark of this machine; in a
 * directory that cannot be written, only the storing fails.
 */
export async function resolveDeviceUuid(options: DeviceUuidOptions): Promise<string> {
  const { device, configured, stateDir, logger } = options;
  const machineId = readMachineId(options.machineId);
  const kept = device.value;
  const former = isOfAnotherMachine(kept, machineId) ? kept : null;
  const own = former === null ? kept : null;
  const deviceUuid = configured ?? own?.deviceUuid ?? makeUuid(machineId, stateDir, former?.deviceUuid);
  // A mark stays while no id can be read: the machine may only have lost it for now.
  const machine = machineId === null ? own?.machine : toMachineMark(machineId);
  if (deviceUuid === own?.deviceUuid && machine === own.machine) return deviceUuid;
  try {
    await device.write({ deviceUuid, ...(machine !== undefined && { machine }) });
  } catch (error) {
    logger.warn({ errno: codeOf(error) }, 'The device id could not be saved.');
  }
  return deviceUuid;
}

/** A state may come back to the machine from whose id its own was derived, and which may bear that again. */
function makeUuid(machineId: string | null, stateDir: string, former: string | undefined): string {
  const derived = deriveUuid(machineId, stateDir);
  return derived === former ? randomUUID() : derived;
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
