import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Test } from 'tap';
import { pairAsVisitor } from '../../../src/cli/demo/visitor.js';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../../src/sandbox/sandbox.js';
import { NODE_WORDS, PROGRAM } from '../program.js';
import { type Outcome, run } from './run.js';
import { removeFolder } from '../../fakes/machine/remove-folder.js';

/** A music service, an agent that is a process of its own, and the commands as a user of that machine runs them. */
export interface Testbed {
  readonly sandbox: Sandbox;
  readonly url: string;
  readonly socketPath: string;
  readonly stateDir: string;
  /** What the commands and the agent are given, the fixed token and the user's home among it. */
  readonly environment: NodeJS.ProcessEnv;
  /** Everything the agent has logged so far. */
  log(): string;
  /** Resolves with the control token that the pairing browser was given. */
  pair(): Promise<string>;
  start(words: readonly string[], environment?: NodeJS.ProcessEnv): ChildProcess;
  run(words: readonly string[], environment?: NodeJS.ProcessEnv): Promise<Outcome>;
  stopAgent(): Promise<void>;
}

export const TESTBED_TOKEN = 'the-fixed-token-of-this-testbed';

/** Whether an agent can play here, else why not. */
export function whyNoPlayer(): string | false {
  const folders = (process.env['PATH'] ?? '').split(':');
  return folders.some(folder => existsSync(join(folder, 'mpv'))) ? false : 'mpv is not installed';
}

export async function startTestbed(t: Test, options: SandboxOptions = {}): Promise<Testbed> {
  const folder = mkdtempSync(join(tmpdir(), 'tonearm-testbed-'));
  const sandbox = createSandbox(options);
  await sandbox.start();
  const environment = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    TONEARM_AUTH_URL: sandbox.url,
    TONEARM_BASE_URL: sandbox.url,
    TONEARM_CLIENT_ID: sandbox.clientId,
    TONEARM_CLIENT_SECRET: sandbox.clientSecret,
    TONEARM_DEVICE_NAME: 'Kitchen',
    TONEARM_STATE_DIR: join(folder, 'state'),
    TONEARM_RUNTIME_DIR: join(folder, 'run'),
    TONEARM_AUDIO_OUTPUT: 'null',
    TONEARM_HTTP_HOST: '127.0.0.1',
    TONEARM_HTTP_PORT: '0',
    TONEARM_MDNS: 'off',
    TONEARM_CONTROL_TOKEN: TESTBED_TOKEN,
    TONEARM_LOG_LEVEL: 'debug',
  };
  const lines: string[] = [];
  const agent = spawn(process.execPath, [...NODE_WORDS, PROGRAM, 'run'], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(agent, 'exit');
  const stopAgent = async (): Promise<void> => {
    agent.kill('SIGTERM');
    await ended;
  };
  t.teardown(async () => {
    await stopAgent();
    await sandbox.stop();
    removeFolder(folder);
  });
  const port = await readPort(agent, lines);
  const url = `http://127.0.0.1:${port}`;

  const testbed: Testbed = {
    sandbox,
    url,
    socketPath: join(folder, 'run', 'control.sock'),
    stateDir: join(folder, 'state'),
    environment,
    log: () => lines.join('\n'),
    pair: () =>
      pairAsVisitor({
        speakerUrl: url,
        // The speaker thinks that it is known by the name of this machine; the visitor came by its address.
        consent: async address => (await sandbox.consent(address)).replace(/^https?:\/\/[^/]+/, url),
      }),
    start: (words, more = {}) =>
      spawn(process.execPath, [...NODE_WORDS, PROGRAM, ...words], {
        env: { ...environment, ...more },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    run: (words, more = {}) => run(words, { ...environment, ...more }),
    stopAgent,
  };
  return testbed;
}

/** The log goes on being read. */
function readPort(agent: ChildProcess, lines: string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    if (agent.stdout === null) throw new Error('not piped');
    createInterface({ input: agent.stdout }).on('line', line => {
      lines.push(line);
      const { port, msg } = JSON.parse(line) as { port?: number; msg: string };
      if (msg === 'Tonearm is ready.' && port !== undefined) resolve(port);
    });
    agent.once('exit', () => reject(new Error(`the agent has ended: ${lines.join('\n')}`)));
  });
}
