import { accessSync, constants, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns whether this user can reach a sound server or a sound card. A card that the kernel lists but that has no
 * device file here (in a container) does not count.
 */
export function hasSound(environment: NodeJS.ProcessEnv, devices = '/dev/snd'): boolean {
  if ((environment['PULSE_SERVER'] ?? '') !== '') return true;
  const runtime = environment['XDG_RUNTIME_DIR'] ?? '';
  const sockets = runtime === '' ? [] : [join(runtime, 'pipewire-0'), join(runtime, 'pulse', 'native')];
  const outputs = list(devices).filter(name => /^pcmC\d+D\d+p$/.test(name));
  return [...sockets, ...outputs.map(name => join(devices, name))].some(isWritable);
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
