import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const PROGRAM = fileURLToPath(new URL('main.js', import.meta.url));
const WEEKS = fileURLToPath(new URL('weeks-main.js', import.meta.url));
const run = promisify(execFile);
/** The installed program's words to Node about memory. With `--jitless`, too, two weeks would take three times as long. */
const AS_INSTALLED = ['--optimize-for-size', '--single-threaded-gc', '--initial-old-space-size=14'];

export interface Hours {
  /** Tracks that were played to their end. */
  readonly tracks: number;
  /** Requests to the service. */
  readonly calls: number;
  readonly byOperation: Readonly<Record<string, number>>;
}

/** What is left at the end of a day of `simulateDays`. */
export interface Day {
  /** Of the whole process, the sandbox included. */
  readonly residentBytes: number;
  /** After the garbage has been collected. */
  readonly heapBytes: number;
  readonly timers: number;
  /** Tracks that were played to their end since the first day began. */
  readonly tracks: number;
}

export type Doing = 'playing' | 'paused' | 'idle';

export interface Scene {
  readonly folder: string;
  readonly hours: number;
  /** `TONEARM_SERVICE_PROFILE` of the agent. */
  readonly profile: 'auto' | 'core' | 'full';
  /** What it does in these hours; left out: it plays. */
  readonly doing?: Doing;
  /** What the sandbox has. */
  readonly service: 'core' | 'full';
  /** As `parseFaults` takes them; they begin with the hours. */
  readonly faults?: string;
  /** Words before the program, such as strace's. */
  readonly before?: readonly string[];
}

/** A file that is written as the hours begin: what comes before it in a trace is of the start. */
export const beginningOf = (folder: string): string => join(folder, 'begun');

/** Lets hours of listening pass in a process of their own. */
export async function simulate(scene: Scene): Promise<Hours> {
  const { folder, hours, profile, service, faults = '', doing = 'playing', before = [] } = scene;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const places = [join(folder, 'state'), join(folder, 'run')];
  const scenery = [String(hours), profile, service, faults, doing, beginningOf(folder)];
  const [command = '', ...rest] = [...before, process.execPath, PROGRAM, ...places, ...scenery];
  const { stdout } = await run(command, rest, { maxBuffer: 2 ** 26 });
  return JSON.parse(stdout) as Hours;
}

/** Lets days of a household pass in a process of their own; `before`: words before the program. */
export async function simulateDays(
  folder: string,
  days: number,
  before: readonly string[] = [],
): Promise<readonly Day[]> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const places = [join(folder, 'state'), join(folder, 'run')];
  const words = [...before, process.execPath, ...AS_INSTALLED, '--expose-gc', WEEKS, ...places, String(days)];
  const [command = '', ...rest] = words;
  const { stdout } = await run(command, rest, { maxBuffer: 2 ** 26 });
  return JSON.parse(stdout) as Day[];
}
