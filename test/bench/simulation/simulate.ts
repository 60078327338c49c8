import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const PROGRAM = fileURLToPath(new URL('main.js', import.meta.url));
const run = promisify(execFile);

export interface Hours {
  /** Tracks that were played to their end. */
  readonly tracks: number;
  /** Requests to the service. */
  readonly calls: number;
  readonly byOperation: Readonly<Record<string, number>>;
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
