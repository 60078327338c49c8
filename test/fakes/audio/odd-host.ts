/** A host of audio files that nobody here made, in front of the sandbox, which says whether an address is good. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Test } from 'tap';

const TYPES: Readonly<Record<string, string>> = { mp3: 'audio/mpeg', m4a: 'audio/mp4', flac: 'audio/flac' };

/** What a host does with one request; left out: it sends what was asked for. */
export interface Answer {
  readonly status?: number;
  /** It sends nothing beyond this byte of the file; there it does `then`. */
  readonly sendsTo?: number;
  readonly then?: 'breaks' | 'holds';
  /** Bytes a second. */
  readonly rate?: number;
  /** It does not say how long the file is when asked for a part of it. */
  readonly isLengthless?: boolean;
  /** It makes the file as it sends it: it takes no ranges, guesses a length a third too long, and breaks off at the end. */
  readonly isGuessing?: boolean;
}

export interface AudioFile {
  /** Its extension says its type. */
  readonly name: string;
  readonly data: Buffer;
}

export interface OddHost {
  readonly url: string;
  /** The sandbox, once it is there. */
  upstream: string;
  /** The requests for audio, in order: the number of the piece, and the bytes that were sent. */
  readonly requests: readonly { readonly piece: number; readonly from: number; sent: number }[];
}

/**
 * `files`: by the order in which pieces are asked for, the last one for all others. `answer`: what the host does with
 * the request number `at` (from 0) for this piece.
 */
export async function createOddHost(
  t: Test,
  files: readonly AudioFile[],
  answer: (piece: number, at: number) => Answer = () => ({}),
): Promise<OddHost> {
  const pieces: string[] = [];
  const requests: { piece: number; from: number; sent: number }[] = [];
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const host = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, upstream: '', requests };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('error', () => undefined);
    const known = await fetch(host.upstream + (request.url ?? ''), { method: 'HEAD' });
    if (known.status >= 400) return void response.writeHead(known.status).end();
    const tag = known.headers.get('etag') ?? '';
    if (!pieces.includes(tag)) pieces.push(tag);
    const piece = pieces.indexOf(tag);
    const conduct = answer(piece, requests.filter(each => each.piece === piece).length);
    const file = files[Math.min(piece, files.length - 1)];
    if (file === undefined) throw new Error('there is no file');
    const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
    const from = Number(range?.[1] ?? 0);
    const to = range?.[2] ? Math.min(file.data.length, Number(range[2]) + 1) : file.data.length;
    const note = { piece, from, sent: 0 };
    requests.push(note);
    if (conduct.status !== undefined) return void response.writeHead(conduct.status).end();
    if (conduct.isGuessing === true) {
      note.sent = file.data.length;
      response.writeHead(200, { 'content-length': Math.round((file.data.length * 4) / 3) });
      return void response.write(file.data, () => response.socket?.end());
    }
    const length = conduct.isLengthless === true ? '*' : file.data.length;
    response.writeHead(range === null ? 200 : 206, {
      'content-type': TYPES[file.name.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
      'accept-ranges': 'bytes',
      'content-length': to - from,
      ...(range === null ? {} : { 'content-range': `bytes ${from}-${to - 1}/${length}` }),
    });
    response.flushHeaders();
    const { sendsTo = Infinity, then = 'breaks', rate = Infinity } = conduct;
    const end = Math.min(to, Math.max(from, sendsTo));
    const step = rate === Infinity ? 65_536 : Math.ceil(rate / 10);
    for (let at = from; at < end && !response.destroyed; at += step) {
      response.write(file.data.subarray(at, Math.min(end, at + step)));
      note.sent = Math.min(end, at + step) - from;
      if (rate !== Infinity) await sleep(100);
    }
    if (end === to) response.end();
    else if (then === 'breaks') setTimeout(() => response.destroy(), 30);
  }
  return host;
}

/** Makes a file by mpv's own encoders. `source`: of ffmpeg's lavfi. */
export function makeFile(t: Test, name: string, source: string, words: readonly string[]): AudioFile {
  const path = join(t.testdir(), name);
  const fixed = ['--no-config', '--no-terminal', '--no-video', `--o=${path}`];
  const made = spawnSync('mpv', [...fixed, ...words, `av://lavfi:${source}`], { timeout: 120_000 });
  if (made.status !== 0) throw new Error(`mpv could not make ${name}: ${String(made.stdout)}`);
  return { name, data: readFileSync(path) };
}
