import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** What the kernel has counted of one process, over all its threads. */
interface Usage {
  /** Context switches of its own accord: each is once having gone to sleep, and been woken. */
  readonly sleeps: number;
  /** Context switches against its will: what else runs on the machine took its turn. */
  readonly preemptions: number;
  /** Seconds of processor time. */
  readonly cpuS: number;
}

/** Linux counts processor time in hundredths of a second, whatever the machine. */
const TICKS_A_SECOND = 100;

function usageOf(pid: number): Usage {
  let sleeps = 0;
  let preemptions = 0;
  for (const task of readdirSync(`/proc/${pid}/task`)) {
    const status = readFileSync(`/proc/${pid}/task/${task}/status`, 'utf8');
    sleeps += Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(status)?.[1] ?? 0);
    preemptions += Number(/^nonvoluntary_ctxt_switches:\s+(\d+)/m.exec(status)?.[1] ?? 0);
  }
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { sleeps, preemptions, cpuS: (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND };
}

/** What a process does, per second. */
export interface Load {
  readonly wakeUps: number;
  readonly preemptions: number;
  readonly cpuPercent: number;
}

/** What processes do over a time, per second. */
export async function watch(pids: readonly number[], seconds: number): Promise<readonly Load[]> {
  const before = pids.map(usageOf);
  const from = performance.now();
  await sleep(seconds * 1_000);
  const tookS = (performance.now() - from) / 1_000;
  return pids.map((pid, at) => toLoad(before[at], usageOf(pid), tookS));
}

function toLoad(before: Usage | undefined, after: Usage, seconds: number): Load {
  return {
    wakeUps: (after.sleeps - (before?.sleeps ?? 0)) / seconds,
    preemptions: (after.preemptions - (before?.preemptions ?? 0)) / seconds,
    cpuPercent: ((after.cpuS - (before?.cpuS ?? 0)) / seconds) * 100,
  };
}

export interface Memory {
  readonly residentMiB: number;
  /** What is this process's own and nobody else's. */
  readonly ownMiB: number;
  /** How much of its own are unchanged pages of files, most of them code of Node, which no other process uses just now. */
  readonly ofFilesMiB: number;
}

/** Resident memory in MiB. */
export function memoryOf(pid: number): Memory {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const kib = (text: string, pattern: RegExp): number => Number(pattern.exec(text)?.[1] ?? Number.NaN);
  const clean = kib(rollup, /Private_Clean:\s+(\d+)/);
  return {
    residentMiB: kib(status, /VmRSS:\s+(\d+)/) / 1024,
    ownMiB: (clean + kib(rollup, /Private_Dirty:\s+(\d+)/)) / 1024,
    ofFilesMiB: clean / 1024,
  };
}

/** The direct children of a process that run the program `name`. */
export function childrenOf(pid: number, name: string): readonly number[] {
  return readdirSync('/proc')
    .filter(entry => /^\d+$/.test(entry))
    .filter(entry => {
      try {
        const stat = readFileSync(`/proc/${entry}/stat`, 'utf8');
        const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        return Number(parent) === pid && stat.includes(`(${name}`);
      } catch {
        return false;
      }
    })
    .map(Number);
}
