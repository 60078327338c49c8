import { execFileSync } from 'node:child_process';
import { arch, cpus, loadavg, release, totalmem } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { median } from './statistics.js';
import { toFigure } from './table.js';

/** The first line that a program says of its version; null where it is missing. */
function versionOf(program: string): string | null {
  try {
    const text = execFileSync(program, [program === 'ffmpeg' ? '-version' : '--version'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return /\d+(\.\d+)+/.exec(text)?.[0] ?? null;
  } catch {
    return null;
  }
}

export function hasProgram(program: string): boolean {
  return versionOf(program) !== null;
}

/**
 * Milliseconds until 10 MiB of new memory have been written to, as each player does that opens a file. Some virtual
 * machines take ten times as long for this as for anything else.
 */
function touchMs(): number {
  const held: Buffer[] = [];
  const tookMs = Array.from({ length: 5 }, () => {
    const from = performance.now();
    held.push(Buffer.allocUnsafeSlow(10 * 2 ** 20).fill(held.length + 1));
    return performance.now() - from;
  });
  return median(tookMs);
}

/** Machine and versions, one line each. */
export function describeMachine(): readonly string[] {
  const [cpu] = cpus();
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  const programs = ['mpv', 'pulseaudio', 'mpd', 'mopidy', 'snapserver', 'ffmpeg'].flatMap(name => {
    const version = versionOf(name);
    return version === null ? [] : [`${name} ${version}`];
  });
  return [
    `${cpus().length} × ${cpu?.model ?? 'unknown processor'}, ${memory} (10 MiB of it first used in ${toFigure(touchMs())} ms), Linux ${release()} ${arch()}`,
    `Node ${process.versions.node}, ${programs.join(', ')}`,
  ];
}

/** The load over the last minute below which a machine is quiet. */
const QUIET = 0.5;
const PATIENCE_MS = 180_000;
const LOOK_MS = 2_000;

/**
 * Waits until the machine is quiet, at most three minutes: the load of the measurement before lasts for a while. Returns
 * the load by then, which says what else ran on the machine.
 */
export async function quietLoad(): Promise<string> {
  const startMs = performance.now();
  const load = (): number => loadavg()[0] ?? 0;
  while (load() >= QUIET && performance.now() - startMs < PATIENCE_MS) await sleep(LOOK_MS);
  return load().toFixed(2);
}
