/** Processes held to the memory and the share of a processor that a small machine has, by a cgroup of version 1 or 2. */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const ROOT = '/sys/fs/cgroup';
const MIB = 2 ** 20;
/** Short, so that it is rather a slow processor than a quick one that stands still at times. */
const PERIOD_US = 20_000;

export interface Limits {
  readonly memoryMiB?: number;
  /** Of one processor. */
  readonly cpuPercent?: number;
}

export interface Cgroup {
  /** Words before a command that is to run in it from its first moment on, with all its children. */
  readonly words: readonly string[];
  /** What runs already; its children as they are stay where they are. */
  put(pid: number): void;
  /** What all in it have held at most at one time, files in the cache included; null where this kernel does not tell. */
  peakMiB(): number | null;
  /** How many were killed for memory in it so far. */
  oomKills(): number;
  /** How long all in it had to wait for the processor so far, beyond what others took from it. */
  throttledMs(): number;
  /** Waits a little for those that end just now; throws while something runs in it. */
  remove(): Promise<void>;
}

/** Why none can be made here; false when one can. */
export function whyNoCgroup(): string | false {
  if (process.getuid?.() !== 0) return 'needs root';
  const group = attempt();
  if (typeof group === 'string') return group;
  group.removeNow();
  return false;
}

function attempt(): ReturnType<typeof make> | string {
  try {
    const group = make({ memoryMiB: 64, cpuPercent: 50 });
    const [command = '', ...words] = group.words;
    if (spawnSync(command, [...words, 'true']).status === 0) return group;
    group.removeNow();
    return 'nothing can be put into a cgroup here';
  } catch (error) {
    return `no cgroup can be made here: ${error instanceof Error ? error.message : String(error)}`;
  }
}

export function createCgroup(limits: Limits): Cgroup {
  return make(limits);
}

function make(limits: Limits): Cgroup & { removeNow(): void } {
  const name = `tonearm-${randomBytes(6).toString('hex')}`;
  const files = existsSync(join(ROOT, 'cgroup.controllers')) ? ofVersion2(name) : ofVersion1(name);
  files.limit(limits);
  const lists = files.folders.map(folder => join(folder, 'cgroup.procs'));
  const removeNow = (): void => {
    for (const folder of files.folders) if (existsSync(folder)) rmdirSync(folder);
  };
  return {
    words: ['sh', '-c', `${lists.map(list => `echo $$ > ${list} && `).join('')}exec "$@"`, 'sh'],
    put(pid) {
      for (const list of lists) writeFileSync(list, String(pid));
    },
    peakMiB: () => files.peakMiB(),
    oomKills: () => files.oomKills(),
    throttledMs: () => files.throttledMs(),
    removeNow,
    async remove() {
      for (let tries = 100; ; tries -= 1) {
        try {
          removeNow();
          return;
        } catch (error) {
          if (tries === 0) throw error;
          await sleep(50);
        }
      }
    },
  };
}

interface Files {
  readonly folders: readonly string[];
  limit(limits: Limits): void;
  peakMiB(): number | null;
  oomKills(): number;
  throttledMs(): number;
}

/** One tree for all. */
function ofVersion2(name: string): Files {
  writeFileSync(join(ROOT, 'cgroup.subtree_control'), '+memory +cpu');
  const folder = join(ROOT, name);
  mkdirSync(folder);
  const at = (file: string): string => join(folder, file);
  return {
    folders: [folder],
    limit({ memoryMiB, cpuPercent }) {
      if (memoryMiB !== undefined) writeFileSync(at('memory.max'), String(memoryMiB * MIB));
      // A small machine has none, or a slow one.
      if (memoryMiB !== undefined && existsSync(at('memory.swap.max')))
        writeFileSync(at('memory.swap.max'), '0');
      if (cpuPercent !== undefined) writeFileSync(at('cpu.max'), `${toQuotaUs(cpuPercent)} ${PERIOD_US}`);
    },
    // Newer than cgroups are: Linux 5.19.
    peakMiB: () =>
      existsSync(at('memory.peak')) ? Number(readFileSync(at('memory.peak'), 'utf8')) / MIB : null,
    oomKills: () => numberIn(at('memory.events'), 'oom_kill'),
    throttledMs: () => numberIn(at('cpu.stat'), 'throttled_usec') / 1_000,
  };
}

/** A tree for each. */
function ofVersion1(name: string): Files {
  const memory = join(ROOT, 'memory', name);
  const cpu = join(ROOT, 'cpu', name);
  for (const folder of [memory, cpu]) mkdirSync(folder);
  return {
    folders: [memory, cpu],
    limit({ memoryMiB, cpuPercent }) {
      for (const file of ['memory.limit_in_bytes', 'memory.memsw.limit_in_bytes'])
        if (memoryMiB !== undefined && existsSync(join(memory, file)))
          writeFileSync(join(memory, file), String(memoryMiB * MIB));
      if (cpuPercent === undefined) return;
      writeFileSync(join(cpu, 'cpu.cfs_period_us'), String(PERIOD_US));
      writeFileSync(join(cpu, 'cpu.cfs_quota_us'), String(toQuotaUs(cpuPercent)));
    },
    peakMiB: () => Number(readFileSync(join(memory, 'memory.max_usage_in_bytes'), 'utf8')) / MIB,
    oomKills: () => numberIn(join(memory, 'memory.oom_control'), 'oom_kill'),
    throttledMs: () => numberIn(join(cpu, 'cpu.stat'), 'throttled_time') / 1e6,
  };
}

/** The kernel takes no less than a thousandth of a second. */
function toQuotaUs(percent: number): number {
  return Math.max(1_000, Math.round((percent / 100) * PERIOD_US));
}

/** `name 12`, on a line of its own. */
function numberIn(path: string, name: string): number {
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(readFileSync(path, 'utf8'))?.[1] ?? 0);
}
