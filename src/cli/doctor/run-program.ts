import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';

export interface Ran {
  /** Null if the program was killed at its time limit. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a program to its end without a shell; resolves with null if it does not exist. Killed when `signal` is aborted.
 */
export type Run = (program: string, args: readonly string[], signal: AbortSignal) => Promise<Ran | null>;

const LONGEST_OUTPUT = 256 * 1024;

export function createRun(environment: NodeJS.ProcessEnv): Run {
  const env = { ...environment, LC_ALL: 'C.UTF-8' };
  return async (program, args, signal) => {
    const child = spawn(program, args, {
      env: Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('TONEARM_'))),
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    const kill = () => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // It has just ended.
      }
    };
    signal.addEventListener('abort', kill, { once: true });
    if (signal.aborted) kill();
    try {
      const closed = once(child, 'close') as Promise<[number | null]>;
      const [stdout, stderr, [code]] = await Promise.all([read(child.stdout), read(child.stderr), closed]);
      return { code, stdout, stderr };
    } catch {
      return null;
    } finally {
      signal.removeEventListener('abort', kill);
    }
  };
}

async function read(stream: Readable): Promise<string> {
  let text = '';
  for await (const chunk of stream) text = (text + String(chunk)).slice(-LONGEST_OUTPUT);
  return text;
}
