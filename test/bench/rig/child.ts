import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

export interface BenchChild {
  readonly process: ChildProcess;
  readonly pid: number;
  /** `performance.now()` as it was started. */
  readonly startedMs: number;
  /** SIGTERM, then SIGKILL after 3 s; resolves when it is gone. May be called twice. */
  stop(): Promise<void>;
}

export interface ChildSettings {
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** Standard output as a pipe, for whoever reads it; else it is thrown away. */
  readonly piped?: boolean;
}

/** Starts a program that ends with this process, however this one ends. */
export function startChild(
  command: string,
  args: readonly string[],
  { env, cwd, piped = false }: ChildSettings = {},
): BenchChild {
  const startedMs = performance.now();
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', command, ...args], {
    ...(env === undefined ? {} : { env }),
    ...(cwd === undefined ? {} : { cwd }),
    stdio: ['ignore', piped ? 'pipe' : 'ignore', 'ignore'],
  });
  const ended = new Promise<void>(resolve => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  if (child.pid === undefined) throw new Error(`${command} could not be started`);
  return {
    process: child,
    pid: child.pid,
    startedMs,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), 3_000);
      await ended;
      clearTimeout(late);
    },
  };
}

/** The first line of a child's output that fits; rejects when it ends before. */
export async function lineOf(child: BenchChild, pattern: RegExp): Promise<RegExpExecArray> {
  const { stdout } = child.process;
  if (stdout === null) throw new Error('the output of this child is not read');
  let text = '';
  stdout.setEncoding('utf8');
  return await new Promise((resolve, reject) => {
    const look = (chunk: string): void => {
      text += chunk;
      const found = pattern.exec(text);
      if (found === null) return;
      stdout.off('data', look);
      stdout.resume();
      resolve(found);
    };
    stdout.on('data', look);
    void once(child.process, 'exit').then(() =>
      reject(new Error(`ended before it said ${pattern.source}: ${text.slice(-500)}`)),
    );
  });
}
