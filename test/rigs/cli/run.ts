import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { NODE_WORDS, PROGRAM } from '../program.js';

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts a command line with exactly this environment; `before`: words before the program's own. */
export function start(
  words: readonly string[],
  environment: NodeJS.ProcessEnv,
  { before = [] }: { readonly before?: readonly string[] } = {},
) {
  const [command = '', ...rest] = [...before, process.execPath, ...NODE_WORDS, PROGRAM, ...words];
  return spawn(command, rest, {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** The same, to its end. */
export async function run(...started: Parameters<typeof start>): Promise<Outcome> {
  return outcomeOf(start(...started));
}

/** What comes of a program whose output is piped. */
export async function outcomeOf(child: ChildProcessByStdio<null, Readable, Readable>): Promise<Outcome> {
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  return { code, stdout, stderr };
}
