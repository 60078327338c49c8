import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import { withoutAddresses } from './load-fault.js';

export interface Child {
  /** Resolves once, with what became of the process. */
  readonly exited: Promise<string>;
  /** SIGKILL; the detail leads what `exited` then tells. */
  kill(detail: string): void;
}

export interface ChildOptions {
  readonly program: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** `setpriv`, when it can tie a child's life to ours. */
  readonly setpriv: string | null;
}

/** Whether this `setpriv` knows `--pdeathsig` (util-linux does since 2.33, BusyBox does not). */
export async function canTieLives(setpriv: string): Promise<boolean> {
  try {
    await promisify(execFile)(setpriv, ['--pdeathsig', 'KILL', setpriv, '--version'], { timeout: 2000 });
    return true;
  } catch {
    return false;
  }
}

/**
 * Starts a program that does not outlive this process: the kernel kills it when we die, however we die.
 * Nothing is thrown: a program that cannot be started has exited.
 */
export function spawnChild({ program, args, environment, setpriv }: ChildOptions): Child {
  const tied = ['--pdeathsig', 'KILL', program, ...args];
  const child = spawn(setpriv ?? program, setpriv === null ? args : tied, {
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let words = '';
  let verdict: string | null = null;
  const killAtExit = () => void child.kill('SIGKILL');
  process.once('exit', killAtExit);
  const listen = async () => {
    for await (const text of child.stderr.setEncoding('utf8')) words = (words + String(text)).slice(-300);
  };
  listen().catch(() => undefined);

  const exited = new Promise<string>(resolve => {
    const settle = (detail: string) => {
      process.off('exit', killAtExit);
      child.stderr.destroy();
      resolve(withoutAddresses(verdict === null ? detail : `${verdict}, ${detail}`));
    };
    // After a failed start there is no `exit`; after a started one, `error` may only mean that a signal failed.
    child.on('error', error => {
      if (child.pid === undefined) settle(`could not be started: ${error.message}`);
    });
    child.on('exit', (code, signal) => {
      const cause = signal === null ? `exited with ${code ?? 'no code'}` : `killed by ${signal}`;
      settle(words.trim() === '' ? cause : `${cause}: ${words}`);
    });
  });

  return {
    exited,
    kill(detail) {
      verdict ??= detail;
      child.kill('SIGKILL');
    },
  };
}
