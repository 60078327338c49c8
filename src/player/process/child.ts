import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { isBug } from '../../contract/errors.js';
import { withoutAddresses } from '../sound/load-fault.js';
import { rankBeforeUs } from './memory.js';

const ENDS_WITHIN_MS = 10_000;
/** Output may arrive after the exit. The wait is short, because processes left behind may hold the output open. */
const SAID_WITHIN_MS = 200;

export interface Child {
  /** Resolves once, with a description of how the process ended. */
  readonly exited: Promise<string>;
  /** Sends SIGKILL. The description in `exited` then begins with the detail. */
  kill(detail: string): void;
}

export interface ChildOptions {
  readonly program: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** A command and its arguments that start the program, such as setpriv's; empty: the program starts directly. */
  readonly before: readonly string[];
}

/** Runs a program that ends by itself; true if it exits with 0 within 10 s. Kills the processes it leaves behind. */
export async function endsWell({ program, args, environment, before }: ChildOptions): Promise<boolean> {
  const [command = program, ...rest] = [...before, program, ...args];
  const child = trySpawn(() => spawn(command, rest, { env: environment, stdio: 'ignore', detached: true }));
  if (child instanceof Error) return false;
  const end = () => endGroup(child.pid);
  process.once('exit', end);
  const allowance = setTimeout(end, ENDS_WITHIN_MS);
  try {
    const [code] = (await once(child, 'exit')) as [number | null];
    return code === 0;
  } catch {
    return false;
  } finally {
    clearTimeout(allowance);
    process.off('exit', end);
    end();
  }
}

function endGroup(leader: number | undefined): void {
  if (leader === undefined) return;
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // The process group is empty.
  }
}

/** Returns an operating system error of the start instead of throwing it; programming errors are still thrown. */
export function trySpawn<T>(start: () => T): T | Error {
  try {
    return start();
  } catch (error) {
    if (isBug(error) || !(error instanceof Error)) throw error;
    return error;
  }
}

const toFailure = (error: Error) => withoutAddresses(`could not be started: ${error.message}`);

/**
 * Starts a program that ends with this process: killed on exit and, with setpriv's `--pdeathsig` in `before`, by the
 * kernel however this process dies. Does not throw if the program cannot be started: `exited` then resolves with the
 * reason.
 */
export function spawnChild({ program, args, environment, before }: ChildOptions): Child {
  const [command = program, ...rest] = [...before, program, ...args];
  const child = trySpawn(() =>
    spawn(command, rest, { env: environment, stdio: ['ignore', 'ignore', 'pipe'] }),
  );
  if (child instanceof Error) return { exited: Promise.resolve(toFailure(child)), kill: () => undefined };
  if (child.pid !== undefined) rankBeforeUs(child.pid);
  let words = '';
  let verdict: string | null = null;
  const killAtExit = () => void child.kill('SIGKILL');
  process.once('exit', killAtExit);
  const listen = async () => {
    for await (const text of child.stderr.setEncoding('utf8')) words = (words + String(text)).slice(-300);
  };
  const said = listen().catch(() => undefined);

  const exited = new Promise<string>(resolve => {
    const settle = (detail: string) => {
      process.off('exit', killAtExit);
      child.stderr.destroy();
      resolve(withoutAddresses(verdict === null ? detail : `${verdict}, ${detail}`));
    };
    // After a failed start there is no `exit`; after a successful one, `error` may only mean that a signal failed.
    child.on('error', error => {
      if (child.pid === undefined) settle(toFailure(error));
    });
    child.on('exit', (code, signal) => {
      const cause = signal === null ? `exited with ${code ?? 'no code'}` : `killed by ${signal}`;
      void Promise.race([said, delay(SAID_WITHIN_MS)]).then(() =>
        settle(words.trim() === '' ? cause : `${cause}: ${words}`),
      );
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
