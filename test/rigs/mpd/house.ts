/** A whole speaker that serves MPD's protocol, and the programs of others that speak it. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { Test } from 'tap';
import { createRig, skip as noPlayer } from '../agent/rig.js';

/** For `t.test`: why these programs cannot be tried here, or false. */
export function skipWithout(...programs: readonly string[]): string | false {
  const missing = programs.find(program => spawnSync('which', [program]).status !== 0);
  return noPlayer || (missing !== undefined && `${missing} is not installed`);
}

export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export async function openHouse(t: Test, { trackSeconds = 60, more = {} } = {}) {
  const rig = await createRig(t, { trackSeconds });
  const settings = { TONEARM_MPD_HOST: '0.0.0.0', TONEARM_MPD_PORT: '0', ...more };
  const { agent, phone, token } = await rig.ready(settings);
  const port = Number((await agent.line(/^MPD’s protocol is served/))['port']);
  const environment = {
    PATH: process.env['PATH'] ?? '',
    HOME: rig.environment['HOME'] ?? '',
    LANG: 'C.UTF-8',
    MPD_HOST: '127.0.0.1',
    MPD_PORT: String(port),
  };

  /** Runs a program with the speaker as its MPD. */
  async function run(program: string, args: readonly string[], more = {}): Promise<Ran> {
    const child = spawn(program, args, {
      env: { ...environment, ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [stdout, stderr, [status]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close') as Promise<[number | null]>,
    ]);
    return { status, stdout, stderr };
  }

  return { rig, agent, phone, token, port, environment, settings, run };
}

export type House = Awaited<ReturnType<typeof openHouse>>;

/** Resolves with what `look` finds once it finds something. */
export async function until<T>(what: string, look: () => T | null | undefined | false): Promise<T> {
  for (const lateMs = performance.now() + 60_000; performance.now() < lateMs; ) {
    const found = look();
    if (found !== null && found !== undefined && found !== false) return found;
    await new Promise(resolve => setTimeout(resolve, 50));
  }
  throw new Error(`never ${what}`);
}
