import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findInputDevice, listInputDevices } from '../../lib/input-devices.js';
import type { Finding, Findings } from './finding.js';
import { isReadable } from '../../lib/plain-file.js';
import type { Check } from './scene.js';

interface FoundInput {
  readonly path: string;
  readonly name: string | null;
}

/** Checks which buttons, knobs and remote controls are used, and whether they can be read. */
export const input: Check = {
  name: 'input',
  look({ config, root }, findings) {
    const devices = config?.inputDevices ?? 'off';
    if (devices === 'off') return null;
    const used: readonly FoundInput[] =
      devices === 'auto'
        ? listInputDevices(root).filter(({ isUsed }) => isUsed)
        : devices.map(path => ({ path, name: findInputDevice(root, path)?.name ?? null }));
    if (used.length === 0) return findings.note('no buttons, knobs or remote controls here');
    const problems = used.map(device => findProblem(root, device, findings));
    const good = used.filter((_, at) => problems[at] === null).map(toText);
    return [good.length > 0 && findings.ok(`keys of ${good.join(', ')} control the speaker`), problems];
  },
};

function toText({ path, name }: FoundInput): string {
  return name === null ? path : `“${name}” (${path})`;
}

function findProblem(root: string, device: FoundInput, findings: Findings): Finding | null {
  const { path } = device;
  if (!existsSync(join(root, path)))
    return findings.warning(
      `TONEARM_INPUT_DEVICES names ${path}, which is not there`,
      'connect it, or choose one of /dev/input/by-path/* and /dev/input/event*',
    );
  if (isReadable(join(root, path))) return null;
  return findings.warning(
    `${toText(device)} may not be read by this user`,
    path.startsWith('/dev/input/')
      ? // The kernel gives a device to root alone; udev's rules open it to this group.
        'sudo adduser "$USER" input, then log in again'
      : `let this user read ${path}`,
  );
}
