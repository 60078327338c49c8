import { createServer, type IncomingMessage, request as httpRequest, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../../src/sandbox/sandbox.js';
import { createTones, type Format, frequencyOf, type ToneRequest } from '../sound/tone.js';

export interface Sound {
  readonly format: Format;
  readonly rate: 44_100 | 48_000;
  readonly seconds: number;
  readonly turns?: boolean;
  readonly sweeps?: boolean;
}

/** The sandbox behind a front that hands out tones in place of its music, in any format. */
export interface BenchService {
  readonly url: string;
  readonly sandbox: Sandbox;
  /** Every answer of the audio server comes this much later. */
  audioLatencyMs: number;
  /** Answers of the service itself. */
  setServiceLatency(ms: number): void;
  /** What piece `index` of any source sounds like. */
  sound: (index: number) => Sound;
  /** The same tone at an address of its own, for players without a service. */
  toneUrl(index: number): string;
  /** Makes the files of the first `count` pieces, so that none is made while time is taken. */
  prepare(count: number): void;
  /** Requests for audio so far. */
  readonly audioRequests: number;
  /** Once: the next file is cut after so many bytes, and its address refused from then on. */
  cutOnce(bytes: number): void;
  stop(): Promise<void>;
}

interface Named {
  readonly index: number;
  readonly path: string;
}

/** Which address stands for which place in its source, from an answer of the service. */
function findAddresses(text: string): readonly Named[] {
  const found: Named[] = [];
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { audioUrl, index } = value as { readonly audioUrl?: unknown; readonly index?: unknown };
    if (typeof audioUrl === 'string' && typeof index === 'number') {
      found.push({ index, path: audioUrl.slice(new URL(audioUrl).origin.length) });
    }
    Object.values(value).forEach(walk);
  };
  if (text.includes('"audioUrl"')) walk(JSON.parse(text));
  return found;
}

export async function startBenchService(options: SandboxOptions = {}): Promise<BenchService> {
  const sandbox = createSandbox(options);
  await sandbox.start();
  const target = new URL(sandbox.url);
  const tones = createTones();
  const indexes = new Map<string, number>();
  const refused = new Set<string>();
  let cutAt: number | null = null;
  let audioRequests = 0;

  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    answer(request, response).catch(() => response.destroy());
  });

  /** What the sandbox says, headers and all. */
  function pass(incoming: IncomingMessage, method: string): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const outgoing = httpRequest(
        { host: target.hostname, port: target.port, path: incoming.url, method, headers: incoming.headers },
        resolve,
      );
      outgoing.on('error', reject);
      incoming.pipe(outgoing);
    });
  }

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = incoming.url ?? '/';
    const tone = /^\/tone\/(\d+)/.exec(path);
    const index = tone === null ? indexes.get(path) : Number(tone[1]);
    if (index !== undefined) {
      audioRequests += 1;
      await sleep(service.audioLatencyMs);
      if (refused.has(path)) {
        response.writeHead(403).end();
        return;
      }
      if (tone === null) {
        const lease = await pass(incoming, 'HEAD');
        lease.resume();
        if ((lease.statusCode ?? 500) >= 400) {
          response.writeHead(lease.statusCode ?? 500).end();
          return;
        }
      }
      sendTone(incoming, response, { ...service.sound(index), frequency: frequencyOf(index) });
      return;
    }
    const upstream = await pass(incoming, incoming.method ?? 'GET');
    const parts: Buffer[] = [];
    for await (const part of upstream) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    for (const named of findAddresses(body.toString())) indexes.set(named.path, named.index);
    response.writeHead(upstream.statusCode ?? 500, upstream.headers).end(body);
  }

  function sendTone(incoming: IncomingMessage, response: ServerResponse, request: ToneRequest): void {
    const file = tones(request);
    const range = /^bytes=(\d+)-(\d*)/.exec(incoming.headers.range ?? '');
    const from = Number(range?.[1] ?? 0);
    const to = range?.[2] ? Math.min(file.length, Number(range[2]) + 1) : file.length;
    if (from >= file.length) {
      response.writeHead(416, { 'content-range': `bytes */${file.length}` }).end();
      return;
    }
    response.writeHead(range === null ? 200 : 206, {
      'content-type': 'application/octet-stream',
      'accept-ranges': 'bytes',
      'content-length': to - from,
      ...(range === null ? {} : { 'content-range': `bytes ${from}-${to - 1}/${file.length}` }),
    });
    if (incoming.method === 'HEAD') response.end();
    else if (cutAt !== null) {
      response.write(file.subarray(from, Math.min(to, cutAt)), () =>
        setTimeout(() => response.destroy(), 50),
      );
      refused.add(incoming.url ?? '');
      cutAt = null;
    } else response.end(file.subarray(from, to));
  }

  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const service: BenchService = {
    url,
    sandbox,
    audioLatencyMs: 0,
    setServiceLatency(ms) {
      sandbox.faults.clear('latency');
      if (ms > 0) sandbox.faults.add('latency', { value: ms });
    },
    sound: () => ({ format: 'wav', rate: 44_100, seconds: 60 }),
    prepare(count) {
      for (let at = 0; at < count; at += 1) tones({ ...service.sound(at), frequency: frequencyOf(at) });
    },
    toneUrl: index => `${url}/tone/${index}`,
    get audioRequests() {
      return audioRequests;
    },
    cutOnce(bytes) {
      cutAt = bytes;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise<void>(resolve => server.close(() => resolve()));
      await sandbox.stop();
    },
  };
  return service;
}
