/** `tonearm snapcast` as snapserver runs it: requests by line, notifications that replace one another. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Test } from 'tap';
import { until } from '../mpd/house.js';
import { NODE_WORDS, PROGRAM } from '../program.js';

export interface Told {
  readonly playbackStatus: string;
  readonly position?: number;
  readonly volume?: number;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly [ability: `can${string}`]: boolean;
}

export interface Message {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: Told;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data: string };
}

/** The words that snapserver adds, of both versions. */
const ADDED = ['--stream=Attic & Bath', '--snapcast-port=1780', '--snapcast-host=127.0.0.1', 'word'];

export const SCRIPT_WORDS = [...NODE_WORDS, PROGRAM, 'snapcast', ...ADDED];

/** Speaks to a script through its pipes. */
function speakTo({ stdin, stdout }: { readonly stdin: Writable; readonly stdout: Readable }) {
  const messages: Message[] = [];
  createInterface({ input: stdout }).on('line', line => messages.push(JSON.parse(line) as Message));
  let id = 0;
  const answered = (wanted: number) =>
    until(`answered ${wanted}`, () => messages.find(message => message.id === wanted));
  return {
    messages,
    write: (line: string) => stdin.write(line),
    answered,
    ask(method: string, params?: object): Promise<Message> {
      id += 1;
      stdin.write(
        `${JSON.stringify({ id, jsonrpc: '2.0', method: `Plugin.Stream.Player.${method}`, params })}\n`,
      );
      return answered(id);
    },
    control(command: string, params?: object): Promise<Message> {
      return this.ask('Control', { command, ...(params && { params }) });
    },
    /** All properties that were told unasked, in order. */
    told: () => messages.flatMap(({ method, params }) => (method?.endsWith('.Properties') ? [params] : [])),
    /** Resolves once the properties that were told last fit. */
    untilTold(what: string, fits: (told: Told) => boolean): Promise<Told> {
      return until(what, () => {
        const last = this.told().at(-1);
        return last !== undefined && fits(last) && last;
      });
    },
  };
}

export function startScript(t: Test, environment: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, SCRIPT_WORDS, {
    env: { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const stderr = text(child.stderr);
  const ended = once(child, 'close') as Promise<[number | null, string | null]>;
  t.teardown(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { ...speakTo(child), child, stderr, ended };
}

export const isAway = ({ playbackStatus, metadata = {}, position, ...rest }: Partial<Told>): boolean =>
  playbackStatus === 'stopped' &&
  Object.keys(metadata).length === 0 &&
  position === undefined &&
  Object.entries(rest).every(([name, value]) => name.startsWith('can') && value === false);
