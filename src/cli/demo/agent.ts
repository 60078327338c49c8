import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, closeSync, constants, openSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { deadline } from '../../lib/deadline.js';
import { toEnding } from '../child-end.js';
import { PROGRAM } from '../../place.js';
import { createTrouble } from '../trouble.js';

const SETPRIV = '/usr/bin/setpriv';
const START_MS = 30_000;
const STOP_MS = 6_000;

/** An agent in a process of its own, with its log in a file. */
export type AgentProcess = ReturnType<typeof createAgentProcess>;

export interface AgentOptions {
  readonly environment: NodeJS.ProcessEnv;
  readonly url: string;
  readonly logFile: string;
}

export function createAgentProcess({ environment, url, logFile }: AgentOptions) {
  let child: ChildProcess | null = null;
  let resolveEnded: (how: string) => void = () => undefined;
  const ended = new Promise<string>(resolve => {
    resolveEnded = resolve;
  });

  function launch(): void {
    const log = openSync(logFile, 'a', 0o600);
    // A process group of its own: a terminal's Ctrl-C reaches only the demo, which then stops the agent in order.
    const [command, before] = canRun(SETPRIV)
      ? [SETPRIV, ['--pdeathsig', 'TERM', process.execPath]]
      : [process.execPath, []];
    child = spawn(command, [...before, PROGRAM, 'run'], {
      env: environment,
      detached: true,
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    once(child, 'exit').then(
      ([code, signal]) => resolveEnded(toEnding(code as number | null, signal as string | null)),
      () => resolveEnded('could not be started'),
    );
  }

  return {
    /** Resolves when the agent has ended, for any reason, with how it ended, to follow its name in a sentence. */
    ended,
    /**
     * Starts the agent and resolves once it answers. Rejects with the end of its log if it ends first or does not answer
     * in time.
     */
    async start() {
      launch();
      const gone = new AbortController();
      void ended.then(() => gone.abort());
      if (await becomesHealthy(url, deadline(START_MS, gone.signal))) return;
      const what = gone.signal.aborted ? await ended : 'does not answer';
      throw createTrouble(
        `the agent ${what}; the end of its log:\n${tail(logFile)}`,
        `fix what the log names, then start the demo again; the whole log is ${logFile}`,
      );
    },
    /** Asks the agent to stop and waits; kills it if it does not. May be called twice. */
    async stop() {
      if (child === null) return;
      child.kill('SIGTERM');
      const late = setTimeout(() => child?.kill('SIGKILL'), STOP_MS);
      await ended;
      clearTimeout(late);
    },
  };
}

/** Resolves with true once the agent answers, or false if the signal is aborted first. */
async function becomesHealthy(url: string, signal: AbortSignal): Promise<boolean> {
  while (!(await answers(`${url}/healthz`))) {
    if (signal.aborted) return false;
    await sleep(100);
  }
  return true;
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2000) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function tail(path: string): string {
  return readFileSync(path, 'utf8').trimEnd().split('\n').slice(-12).join('\n');
}
