/** Devices of the kernel's own, through `uinput`, where the machine lets one make them. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Test } from 'tap';
import type { Event } from './keys.js';

// The tests run from dist/test/rigs/input.
const PROGRAM = fileURLToPath(new URL('../../../../test/fakes/machine/uinput.py', import.meta.url));

/** For `t.test`: why no device can be made here, or false. */
export function skipWithoutUinput(): string | false {
  try {
    accessSync('/dev/uinput', constants.W_OK);
  } catch {
    return 'needs /dev/uinput (modprobe uinput), and root';
  }
  return spawnSync('which', ['python3']).status !== 0 && 'python3 is not installed';
}

export interface KernelDevice {
  write(...events: readonly Event[]): void;
  unplug(): Promise<void>;
}

export async function plugIn(
  t: Test,
  name: string,
  { keys = [], axes = [] }: { readonly keys?: readonly number[]; readonly axes?: readonly number[] },
): Promise<KernelDevice> {
  const child = spawn('python3', [PROGRAM, name, keys.join(','), axes.join(',')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  t.teardown(() => child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return {
    write: (...events) => void child.stdin.write(`${events.map(event => event.join(' ')).join(';')}\n`),
    async unplug() {
      child.stdin.end();
      await ended;
    },
  };
}
