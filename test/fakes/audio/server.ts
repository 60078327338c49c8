import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A tone as a WAV file: 16 bit, mono. */
function synthesise(seconds: number, rate = 44_100): Buffer {
  const samples = Math.round(seconds * rate);
  const wav = Buffer.alloc(44 + samples * 2);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(36 + samples * 2, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(rate, 24);
  wav.writeUInt32LE(rate * 2, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(samples * 2, 40);
  for (let i = 0; i < samples; i += 1) wav.writeInt16LE(Math.sin(i / 16) * 6000, 44 + i * 2);
  return wav;
}

/** Bytes that look like nothing. */
const rubbish = Buffer.from(Array.from({ length: 30_000 }, (_, i) => (i * i * 7919 + i * 13) % 256));

const bodies: Readonly<Record<string, Buffer>> = {
  rubbish,
  page: Buffer.from('<!doctype html><html><body>Please sign in to this network</body></html>'),
  playlist: Buffer.from('#EXTM3U\n#EXTINF:1,other\nhttp://127.0.0.1:9/other\n'),
  empty: synthesise(0),
};

/**
 * A server of the simplest kind: always the whole, and perhaps not even how long that is. `packed`: it says, too, that the
 * data are compressed, which they are not.
 */
function sendWhole(response: ServerResponse, wav: Buffer, kind: 'whole' | 'chunked' | 'packed') {
  response.writeHead(200, {
    'content-type': 'audio/wav',
    ...(kind === 'whole' ? { 'content-length': wav.length } : {}),
    ...(kind === 'packed' ? { 'content-encoding': 'gzip' } : {}),
  });
  response.end(wav);
}

function sendTone(request: IncomingMessage, response: ServerResponse, wav: Buffer, query: URLSearchParams) {
  const range = /^bytes=(\d+)-/.exec(request.headers.range ?? '');
  const start = Number(range?.[1] ?? 0);
  response.writeHead(range === null ? 200 : 206, {
    'content-type': 'audio/wav',
    'accept-ranges': 'bytes',
    'content-length': wav.length - start,
    ...(range === null ? {} : { 'content-range': `bytes ${start}-${wav.length - 1}/${wav.length}` }),
  });
  const dropAt = Number(query.get('dropAt') ?? 0);
  const stallAt = Number(query.get('stallAt') ?? 0);
  if (dropAt > 0) {
    response.write(wav.subarray(start, dropAt), () => setTimeout(() => response.destroy(), 30));
  } else if (stallAt > start) {
    response.write(wav.subarray(start, stallAt));
    const rest = setTimeout(() => response.end(wav.subarray(stallAt)), Number(query.get('stallMs')));
    response.on('close', () => clearTimeout(rest));
  } else response.end(wav.subarray(start));
}

export interface AudioServer {
  /**
   * `tone/<seconds>?rate=&dropAt=&stallAt=&stallMs=`, `whole/<seconds>`, `chunked/<seconds>`, `packed/<seconds>`, `status/<code>`, `body/<name>`, `to/<any of these>`,
   * `late/<ms>/<any of these>`: the same, after a while */
  address(path: string): string;
  /** What was asked for, in order. */
  readonly asked: readonly string[];
  /** Serves this file; answers its address. */
  put(name: string, file: Buffer): string;
  /** Every address is refused from here on, as one that has lapsed is. */
  lapse(): void;
  close(): Promise<void>;
}

/** Serves synthesised tones with ranges, and everything that can be wrong with them. */
export async function startAudioServer(): Promise<AudioServer> {
  const asked: string[] = [];
  const files = new Map<string, Buffer>();
  let isLapsed = false;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const [, kind = '', name = ''] = url.pathname.split('/');
    asked.push(request.url ?? '/');
    const file = files.get(name);
    if (isLapsed) response.writeHead(403).end('no');
    else if (file !== undefined) sendTone(request, response, file, url.searchParams);
    else if (kind === 'status') response.writeHead(Number(name)).end('no');
    else if (kind === 'body') response.end(bodies[name]);
    else if (kind === 'to') response.writeHead(302, { location: (request.url ?? '').slice(3) }).end();
    else if (kind === 'late') {
      const location = (request.url ?? '').slice(`/late/${name}`.length);
      setTimeout(() => response.writeHead(302, { location }).end(), Number(name));
    } else if (kind === 'whole' || kind === 'chunked' || kind === 'packed') {
      sendWhole(response, synthesise(Number(name)), kind);
    } else {
      const rate = Number(url.searchParams.get('rate') ?? 44_100);
      sendTone(request, response, synthesise(Number(name), rate), url.searchParams);
    }
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const address = (path: string) => `http://127.0.0.1:${port}/${path}`;
  return {
    address,
    asked,
    put(name, file) {
      files.set(name, file);
      return address(`file/${name}`);
    },
    lapse() {
      isLapsed = true;
    },
    close: () =>
      new Promise(resolve => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
