/** The real snapserver, with a stream for each speaker, and a client of its control port. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import type { Test } from 'tap';
import { findFreePort } from '../../../src/cli/demo/network.js';
import { skipWithout, until } from '../mpd/house.js';
import { NODE_WORDS, PROGRAM } from '../program.js';
import type { Message, Told } from './snapcast.js';

/** For `t.test`: why there is no server here, or false. */
export const skip = skipWithout('snapserver', 'pgrep');

/** What the package installs. */
const SHIPPED = new URL('../../../../config/', import.meta.url);

interface Stream {
  readonly id: string;
  /** From the sound alone. */
  readonly status: string;
  readonly properties: Partial<Told>;
}

/** Joins the control port as a program does. */
async function joinServer(port: number) {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const answers = new Map<number, Message>();
  const notices: { readonly id: string; readonly properties: Told }[] = [];
  createInterface({ input: socket }).on('line', line => {
    const message = JSON.parse(line) as { id?: number; method?: string; params: (typeof notices)[number] };
    if (message.id !== undefined) answers.set(message.id, message as unknown as Message);
    else if (message.method === 'Stream.OnProperties') notices.push(message.params);
  });
  let id = 0;
  async function call(method: string, params?: object): Promise<Message> {
    id += 1;
    const own = id;
    socket.write(`${JSON.stringify({ id, jsonrpc: '2.0', method, params })}\r\n`);
    return until(`answered ${method}`, () => answers.get(own));
  }
  async function stream(name: string): Promise<Stream> {
    const { result } = await call('Server.GetStatus');
    const { streams } = (result as { server: { streams: Stream[] } }).server;
    return streams.find(({ id }) => id === name) as Stream;
  }
  return {
    close: () => socket.destroy(),
    control: (name: string, command: string, params = {}) =>
      call('Stream.Control', { id: name, command, params }),
    setProperty: (name: string, property: string, value: unknown) =>
      call('Stream.SetProperty', { id: name, property, value }),
    stream,
    /** Resolves once the server's status of a stream fits, with that. */
    async untilStream(name: string, fits: (stream: Stream) => boolean): Promise<Stream> {
      for (;;) {
        const found = await stream(name);
        if (fits(found)) return found;
        await new Promise(resolve => setTimeout(resolve, 100));
      }
    },
    /** Resolves once the properties that were told of a stream last fit. */
    untilTold: (name: string, what: string, fits: (told: Told) => boolean) =>
      until(what, () => {
        const last = notices.filter(({ id }) => id === name).at(-1)?.properties;
        return last !== undefined && fits(last) && last;
      }),
  };
}

/** Joins once the port is open; null: the server has ended. */
async function joinInTime(port: number, isRunning: () => boolean) {
  while (isRunning()) {
    const joined = await joinServer(port).catch(() => null);
    if (joined !== null) return joined;
    await new Promise(resolve => setTimeout(resolve, 100));
  }
  return null;
}

export interface ServerOptions {
  /** An empty folder. */
  readonly folder: string;
  /** The runtime directory of the agent behind each stream. */
  readonly streams: Readonly<Record<string, string>>;
}

/** Resolves with a server that starts with `start`, always at the same ports. */
export async function createServer(t: Test, { folder, streams }: ServerOptions) {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const write = (path: string, script: string): string => {
    writeFileSync(path, script);
    chmodSync(path, 0o755);
    return path;
  };
  // A word each: of the names of files in the settings, 0.26 takes no more.
  write(
    join(bin, 'tonearm'),
    `#!/bin/sh\nexec ${[process.execPath, ...NODE_WORDS, PROGRAM].join(' ')} "$@"\n`,
  );
  const shipped = readFileSync(new URL('snapcast-control', SHIPPED), 'utf8');
  const pipeOf = (name: string): string => join(folder, `pipe-${name}`);
  const sources = Object.entries(streams).map(([name, runtimeDir]) => {
    const own = shipped.replace(/^exec /m, `export TONEARM_RUNTIME_DIR='${runtimeDir}'\nexec `);
    const script = write(join(folder, `control-${name}`), own);
    return `pipe://${pipeOf(name)}?name=${name}&sampleformat=48000:16:2&mode=create&controlscript=${script}`;
  });
  const settings = join(folder, 'snapserver.conf');
  writeFileSync(settings, ['[stream]', ...sources.map(source => `source = ${source}`), ''].join('\n'));
  const [stream, tcp] = [
    await findFreePort(randomInt(20_000, 26_000)),
    await findFreePort(randomInt(26_000, 32_000)),
  ];
  const words = [
    `--config=${settings}`,
    `--server.datadir=${folder}`,
    '--http.enabled=0',
    `--stream.port=${stream}`,
    `--tcp.port=${tcp}`,
    '--logging.sink=stderr',
  ];
  const opened: { close(): void }[] = [];
  const children: ChildProcess[] = [];
  t.teardown(() => {
    for (const client of opened) client.close();
    for (const child of children) child.kill('SIGKILL');
  });

  return {
    pipeOf,
    /** The script in mpv's place that sounds into this stream. */
    playerOf(name: string): string {
      const player = readFileSync(new URL('snapcast-mpv', SHIPPED), 'utf8');
      return write(join(folder, `mpv-${name}`), player.replace(/^pipe=.*$/m, `pipe=${pipeOf(name)}`));
    },
    /** Resolves once its scripts have spoken. */
    async start() {
      const child = spawn('snapserver', words, {
        env: { PATH: `${bin}:${process.env['PATH'] ?? ''}`, HOME: folder },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      children.push(child);
      const log = text(child.stderr);
      const ended = once(child, 'exit');
      const client = await joinInTime(tcp, () => child.exitCode === null);
      if (client === null) throw new Error(await log);
      opened.push(client);
      // A script is heard of at its first message.
      for (const name of Object.keys(streams))
        await client.untilStream(name, ({ properties }) => properties.playbackStatus !== undefined);
      return {
        client,
        /** Process ids of the scripts. */
        scripts: () =>
          spawnSync('pgrep', ['--parent', String(child.pid)], { encoding: 'utf8' })
            .stdout.split('\n')
            .filter(line => line !== '')
            .map(Number),
        async end(signal: 'SIGTERM' | 'SIGKILL') {
          child.kill(signal);
          await ended;
        },
      };
    },
  };
}
