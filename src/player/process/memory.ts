/**
 * Limits how much of the machine's memory mpv may take. ffmpeg reads all tags of a file, pictures included, before any
 * of mpv's own limits apply: without a limit it takes whatever the host of an address sends.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { type Environment, findProgram } from './program.js';

const MIB = 1024 * 1024;
const UNITS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    '': 1,
    kib: 1024,
    mib: MIB,
    gib: 1024 * MIB,
    tib: MIB * MIB,
  }),
);
/**
 * Private writable memory, with thread stacks as reserved: twice what mpv needs besides its file caches (measurements:
 * docs/player-room.md).
 */
const OWN_BYTES = 280 * MIB;
/** The current file and the next one. */
const FILES = 2;
/** Linux's usual stack size. A larger limit would count for each thread; with no limit the C library takes less. */
const STACK_BYTES = 8 * MIB;
/** Added to the agent's `oom_score_adj`, in thousandths of the machine's memory. */
const BEFORE_AGENT = 200;

/** Returns how many bytes mpv's options let it keep of a file; of options with the same name, the last one counts. */
function bytesOfFile(args: readonly string[]): number {
  const sizes = new Map<string, number>();
  for (const arg of args) {
    const [, name = '', count, unit = ''] = /^--(demuxer-max-[a-z-]*bytes)=(\d+)([a-z]*)$/i.exec(arg) ?? [];
    sizes.set(name, Number(count ?? 0) * (UNITS.get(unit.toLowerCase()) ?? 0));
  }
  return [...sizes.values()].reduce((sum, size) => sum + size, 0);
}

/** Returns one of this process's limits from `/proc/self/limits`; infinity if unlimited or unreadable. */
function limitOf(name: string, kind: 'soft' | 'hard'): number {
  try {
    const line = new RegExp(`^Max ${name} +(\\S+) +(\\S+)`, 'm').exec(
      readFileSync('/proc/self/limits', 'utf8'),
    );
    const told = line?.[kind === 'soft' ? 1 : 2];
    return told === undefined || told === 'unlimited' ? Number.POSITIVE_INFINITY : Number(told);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** Returns prlimit's arguments (util-linux) for a player: beyond the limit an allocation fails, and the file too. */
export function memoryWords(args: readonly string[], limit = limitOf): string[] {
  const bytes = OWN_BYTES + FILES * bytesOfFile(args);
  const stack = limit('stack size', 'soft');
  const isLarge = Number.isFinite(stack) && stack > STACK_BYTES;
  return [
    // A hard limit cannot be raised, and a lower one serves as well.
    ...(limit('data size', 'hard') < bytes ? [] : [`--data=${bytes}`]),
    ...(isLarge ? [`--stack=${STACK_BYTES}:`] : []),
  ];
}

/** Returns the words before a player that limit its memory, by prlimit; none where that is missing. */
export function boundMemory(args: readonly string[], environment: Environment): string[] {
  const prlimit = findProgram('prlimit', environment.PATH ?? '');
  const words = memoryWords(args);
  return prlimit === null || words.length === 0 ? [] : [prlimit, ...words];
}

/** If memory runs out nevertheless, makes the kernel end the player, which is replaced, rather than the agent. */
export function rankBeforeUs(pid: number): void {
  try {
    const ours = Number(readFileSync('/proc/self/oom_score_adj', 'utf8'));
    writeFileSync(`/proc/${pid}/oom_score_adj`, String(Math.min(1000, ours + BEFORE_AGENT)));
  } catch {
    // The process has already ended, or /proc is not there: the system's ranking stays.
  }
}
