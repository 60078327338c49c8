/**
 * What mpv may take of the machine's memory. ffmpeg reads the tags of a file whole, pictures and all, before anything
 * that mpv bounds begins: without an end of ours it takes what the host of an address sends.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Logger } from '../ports.js';
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
 * Private memory that it may write, stacks of threads as they are reserved (docs/player-room.md has what was measured):
 * without what it keeps of files, twice what it needs.
 */
const OWN_BYTES = 280 * MIB;
/** The file that sounds and the next one. */
const FILES = 2;
/** Linux's usual one. Of a larger one each thread would take its share, of no limit the C library takes less. */
const STACK_BYTES = 8 * MIB;
/** In thousandths of the machine's memory. */
const BEFORE_AGENT = 200;

/** What a file may fill, by mpv's own options, of which the last of a name counts. */
function bytesOfFile(args: readonly string[]): number {
  const sizes = new Map<string, number>();
  for (const arg of args) {
    const [, name = '', count, unit = ''] = /^--(demuxer-max-[a-z-]*bytes)=(\d+)([a-z]*)$/i.exec(arg) ?? [];
    sizes.set(name, Number(count ?? 0) * (UNITS.get(unit.toLowerCase()) ?? 0));
  }
  return [...sizes.values()].reduce((sum, size) => sum + size, 0);
}

/** One of this process's limits, as `/proc/self/limits` has it. */
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

/** prlimit's words (util-linux) for a player with these; an allocation beyond fails, and the file with it. */
export function memoryWords(args: readonly string[], limit = limitOf): string[] {
  const bytes = OWN_BYTES + FILES * bytesOfFile(args);
  const stack = limit('stack size', 'soft');
  const isLarge = Number.isFinite(stack) && stack > STACK_BYTES;
  return [
    // Nobody raises a limit that is final; a lower one serves as well.
    ...(limit('data size', 'hard') < bytes ? [] : [`--data=${bytes}`]),
    ...(isLarge ? [`--stack=${STACK_BYTES}:`] : []),
  ];
}

export interface MemoryBound {
  /** The command and words that start a player with a bound in their place; none where prlimit is missing, or failed. */
  before(args: readonly string[]): readonly string[];
  /** Whether prlimit was what failed. */
  isAtFault(detail: string): boolean;
  /** Goes on without, if prlimit was what failed; whether it was. */
  giveUp(detail: string): boolean;
}

const OF_PRLIMIT =
  /^(exited with \d+: (prlimit: |setpriv: [^:]*\/prlimit\b)|could not be started: spawn \S*\/prlimit )/;

export function createMemoryBound(options: {
  /** The player, by its absolute path. */
  readonly program: string;
  readonly environment: Environment;
  readonly logger: Logger;
}): MemoryBound {
  const { program, environment, logger } = options;
  let prlimit = findProgram('prlimit', environment.PATH ?? '');
  // It says so, too, where the player itself is gone.
  const isAtFault = (detail: string) =>
    prlimit !== null && OF_PRLIMIT.test(detail) && !detail.includes(program);
  return {
    isAtFault,
    before(args) {
      const words = memoryWords(args);
      return prlimit === null || words.length === 0 ? [] : [prlimit, ...words];
    },
    giveUp(detail) {
      if (!isAtFault(detail)) return false;
      prlimit = null;
      logger.warn({ detail }, 'The player’s memory cannot be bounded, and it is started without.');
      return true;
    },
  };
}

/** Where memory ends nevertheless, the kernel ends a player, which is replaced, before the agent. */
export function rankBeforeUs(pid: number): void {
  try {
    const ours = Number(readFileSync('/proc/self/oom_score_adj', 'utf8'));
    writeFileSync(`/proc/${pid}/oom_score_adj`, String(Math.min(1000, ours + BEFORE_AGENT)));
  } catch {
    // It has ended already, or /proc is not there: then as the system has it.
  }
}
