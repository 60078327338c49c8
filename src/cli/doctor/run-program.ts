import { spawn } from 'node:child_process';

export interface Ran {
  /** Null: killed, as its time was up. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end, without a shell; null when there is no such program. Killed when `signal` is aborted. */
export type Run = (program: string, args: readonly string[], signal: AbortSignal) => Promise<Ran | null>;

const LONGEST_OUTPUT = 256 * 1024;

export function createRun(environment: NodeJS.ProcessEnv): Run {
  const env = { ...environment, LC_ALL: 'C.UTF-8' };
  return (program, args, signal) =>
    new Promise(resolve => {
      const child = spawn(program, args, {
        env: Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('TONEARM_'))),
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true,
      });
      const words = { stdout: '', stderr: '' };
      child.stdout.on('data', (chunk: Buffer) => (words.stdout = add(words.stdout, chunk)));
      child.stderr.on('data', (chunk: Buffer) => (words.stderr = add(words.stderr, chunk)));
      const kill = () => {
        try {
          if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
        } catch {
          // It has ended in the same instant.
        }
      };
      signal.addEventListener('abort', kill, { once: true });
      if (signal.aborted) kill();
      const settle = (ran: Ran | null) => {
        signal.removeEventListener('abort', kill);
        resolve(ran);
      };
      child.once('error', () => settle(null));
      child.once('close', code => settle({ code, ...words }));
    });
}

function add(text: string, chunk: Buffer): string {
  return (text + chunk.toString()).slice(-LONGEST_OUTPUT);
}
