/** Mounts and networks of the test's own: what is done to them is unknown to the rest of the machine. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import type { Test } from 'tap';

type Kind = 'mount' | 'net';

/** Why none can be made here; false when they can. */
export function whyNoNamespace(kinds: readonly Kind[]): string | false {
  if (process.getuid?.() !== 0) return 'needs root';
  for (const program of ['unshare', 'nsenter', ...(kinds.includes('net') ? ['ip'] : [])]) {
    if (spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0) return `${program} is missing`;
  }
  const attempt = kinds.includes('mount') ? ['mount', '-t', 'tmpfs', 'none', '/mnt'] : ['true'];
  const { status } = spawnSync('unshare', [...kinds.map(kind => `--${kind}`), '--', ...attempt]);
  return status === 0 ? false : 'no namespaces can be made here';
}

export interface Namespace {
  readonly pid: number;
  /** Words before a command that is to run in it. */
  readonly words: readonly string[];
  /** Runs a script of the shell in it, as root; throws what it said when it failed. */
  run(script: string, ...args: readonly string[]): string;
  /** A path as it is seen in there. */
  path(path: string): string;
}

/** Gone with the test. */
export async function createNamespace(t: Test, kinds: readonly Kind[]): Promise<Namespace> {
  const flags = kinds.map(kind => `--${kind}`);
  const holder = spawn('unshare', [...flags, '--', 'sh', '-c', 'echo; exec sleep 600'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(holder.stdout, 'data');
  t.teardown(() => holder.kill('SIGKILL'));
  const pid = holder.pid ?? 0;
  const words = ['nsenter', ...flags, '--target', String(pid), '--'];
  return {
    pid,
    words,
    run(script, ...args) {
      const [command = '', ...rest] = words;
      const found = spawnSync(command, [...rest, 'sh', '-ec', script, 'sh', ...args], { encoding: 'utf8' });
      if (found.status !== 0) throw new Error(`${script}: ${found.stderr}`);
      return found.stdout;
    },
    path: path => `/proc/${pid}/root${path}`,
  };
}
