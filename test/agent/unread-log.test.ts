/** Nobody reads what the program writes: a pipe that is full from the start takes not one byte. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { createRig, skip } from '../rigs/agent/rig.js';
import { isRunning } from '../rigs/agent/process.js';
import { NODE_WORDS, PROGRAM } from '../rigs/program.js';

t.jobs = 2;

const NEVER_MS = 60_000;

/** Starts the program on a full pipe; resolves once it answers. */
async function startUnread(t: Test, variables: Readonly<Record<string, string>> = {}) {
  const rig = await createRig(t);
  const pipe = join(t.testdir(), 'pipe');
  execFileSync('mkfifo', [pipe]);
  const descriptor = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
  // As a shell hands it on: without O_NONBLOCK.
  const stdout = openSync(pipe, constants.O_RDWR);
  const filled = fill(descriptor);
  const port = await findPort();
  const child = spawn(process.execPath, [...NODE_WORDS, PROGRAM, 'run'], {
    env: { ...rig.environment, TONEARM_HTTP_PORT: `${port}`, TONEARM_LOG_LEVEL: 'trace', ...variables },
    stdio: ['ignore', stdout, 'ignore'],
  });
  closeSync(stdout);
  t.teardown(() => {
    child.kill('SIGKILL');
    closeSync(descriptor);
  });
  const url = `http://127.0.0.1:${port}`;
  while (!(await answers(`${url}/healthz`))) await sleep(50);
  return { child, descriptor, filled, url };
}

function fill(descriptor: number): number {
  const chunk = Buffer.alloc(4_096, ' ');
  for (let written = 0; ; ) {
    try {
      written += writeSync(descriptor, chunk);
    } catch {
      return written;
    }
  }
}

async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ status }) => status === 200,
    () => false,
  );
}

/** The exit code, or that it never ended. */
async function endOf(child: ChildProcess): Promise<unknown> {
  if (child.exitCode !== null) return child.exitCode;
  const never = new AbortController();
  const late = sleep(NEVER_MS, 'it never ended', { signal: never.signal }).catch(() => null);
  const end = await Promise.race([once(child, 'exit').then(([code]) => code as unknown), late]);
  never.abort();
  return end;
}

t.test('The agent stops although nobody reads its log', { skip }, async t => {
  const { child, url } = await startUnread(t);
  for (let calls = 0; calls < 210; calls += 1) await answers(`${url}/healthz`);
  child.kill('SIGTERM');
  t.equal(await endOf(child), 0);
});

t.test('A second signal ends the agent at once although nobody reads its log', { skip }, async t => {
  const { child, url } = await startUnread(t);
  for (let calls = 0; calls < 210; calls += 1) await answers(`${url}/healthz`);
  child.kill('SIGTERM');
  child.kill('SIGINT');
  t.ok([0, 130, 143].includes(Number(await endOf(child))));
});

t.test('A reader who comes late gets every line of the agent', { skip }, async t => {
  const { child, descriptor, filled, url } = await startUnread(t);
  for (let calls = 0; calls < 20; calls += 1) await answers(`${url}/healthz`);
  let told = '';
  const chunk = Buffer.alloc(65_536);
  while (!told.includes('Tonearm is ready.')) {
    told += read(descriptor, chunk);
    await sleep(10);
  }
  child.kill('SIGTERM');
  while (isRunning(child.pid ?? 0)) {
    told += read(descriptor, chunk);
    await sleep(10);
  }
  told = (told + read(descriptor, chunk)).slice(filled);
  const messages = told
    .trim()
    .split('\n')
    .map(line => (JSON.parse(line) as { msg: string }).msg);
  t.equal(messages[0], 'An event was handled.');
  t.equal(messages.at(-1), 'Stopped.');
});

function read(descriptor: number, chunk: Buffer): string {
  try {
    return chunk.toString('utf8', 0, readSync(descriptor, chunk));
  } catch {
    return '';
  }
}
