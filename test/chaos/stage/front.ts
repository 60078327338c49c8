import { once } from 'node:events';
import { createServer, type IncomingMessage, request as forward, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { ItemFacts } from '../ledger.js';
import { toCodedClip, toCodedWav } from '../sound/coded-tone.js';
import { type AudioTrouble, sendSound } from './audio-answer.js';

/** What lies between the speaker and the service: hands out coded tones, and can be closed or made to misbehave. */
export interface Front {
  readonly url: string;
  /** Every item that was handed out, by number. */
  readonly items: readonly ItemFacts[];
  /** Clips that were named so far. */
  readonly clips: number;
  /** The address of a clip that nobody had, so many milliseconds long. */
  clip(lengthMs: number): { readonly n: number; readonly url: string };
  /** The number of the item with this token, even when no answer has named it yet. */
  numberOf(trackToken: string): number;
  /** The item at an address; null for an address that was never handed out. */
  itemAt(address: string): number | null;
  /** What is wrong with the audio now. */
  audio: AudioTrouble;
  /** Puts something else in the place of an answer of the service; null: it is passed on as it is. */
  alter: ((answer: Buffer) => Buffer) | null;
  /** Answers of audio that were refused, spoilt or cut so far. */
  readonly struck: number;
  /** Cuts the audio that is under way. */
  cutAudio(): void;
  /** Connections are refused, and those that are open are cut. */
  close(): Promise<void>;
  /** Back, at the same address. */
  open(): Promise<void>;
}

export interface FrontOptions {
  readonly target: string;
  readonly seconds: number;
  /** Told after every request that the service may have carried out; answers the reports it took by it. */
  readonly onService: () => readonly { readonly operation: string; isAnswered: boolean }[];
}

interface Noted extends ItemFacts {
  title: string | null;
  blamed: number;
  readonly cutsS: number[];
}

const SOUNDS_KEPT = 6;

export async function openFront({ target, seconds, onService }: FrontOptions): Promise<Front> {
  const { hostname, port: targetPort } = new URL(target);
  const items: Noted[] = [];
  const numbers = new Map<string, number>();
  const addresses = new Map<string, number>();
  const blamedAddresses = new Set<string>();
  const sounds = new Map<number, Buffer>();
  const sockets = new Set<Socket>();
  const pouring = new Set<ServerResponse>();
  let struck = 0;
  let clips = 0;

  function numberOf(trackToken: string): number {
    const known = numbers.get(trackToken);
    if (known !== undefined) return known;
    const facts = { trackToken, title: null, lengthMs: Math.round(seconds * 1_000), blamed: 0, cutsS: [] };
    const n = items.push(facts) - 1;
    numbers.set(trackToken, n);
    return n;
  }

  function learn(value: unknown): void {
    if (typeof value !== 'object' || value === null) return;
    const { audioUrl, trackToken, track } = value as Readonly<Record<string, unknown>>;
    if (typeof audioUrl === 'string' && typeof trackToken === 'string') {
      const n = numberOf(trackToken);
      addresses.set(audioUrl.slice(new URL(audioUrl).origin.length), n);
      const facts = items[n];
      const title = (track as { readonly name?: string } | undefined)?.name;
      if (facts !== undefined && title !== undefined) facts.title = title;
    }
    Object.values(value).forEach(learn);
  }

  function soundOf(n: number): Buffer {
    const wav = sounds.get(n) ?? toCodedWav(n, seconds);
    sounds.delete(n);
    sounds.set(n, wav);
    for (const old of [...sounds.keys()].slice(0, -SOUNDS_KEPT)) sounds.delete(old);
    return wav;
  }

  /** What the sandbox says, headers and all. */
  async function pass(incoming: IncomingMessage, outgoing: ServerResponse, method: string) {
    const body: Buffer[] = [];
    for await (const part of incoming) body.push(part as Buffer);
    const { url: path, headers } = incoming;
    const onward = forward({ hostname, port: targetPort, path, method, headers, agent: false });
    outgoing.on('close', () => onward.destroy());
    const asked = Buffer.concat(body);
    onward.end(asked);
    const [answer] = (await once(onward, 'response')) as [IncomingMessage];
    const parts: Buffer[] = [];
    for await (const part of answer) parts.push(part as Buffer);
    return { answer, asked, body: Buffer.concat(parts) };
  }

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const path = incoming.url ?? '/';
    const [, clip, lengthMs] = /^\/clips\/(\d+)\/(\d+)\.wav$/.exec(path) ?? [];
    if (clip !== undefined) {
      outgoing.end(toCodedClip(Number(clip), Number(lengthMs) / 1_000));
      return;
    }
    const n = addresses.get(path);
    if (n === undefined) {
      try {
        const { answer: said, asked, body } = await pass(incoming, outgoing, incoming.method ?? 'GET');
        if (String(said.headers['content-type']).startsWith('application/json')) learn(parsed(body));
        // What another request has done meanwhile is not answered by this one.
        const taken = onService().filter(({ operation }) => asked.includes(operation));
        const isGood = body.includes('"status":"OK"') && !body.includes('"errors"') && parsed(body) !== null;
        const told = front.alter?.(body) ?? body;
        const headers = { ...said.headers, 'content-length': told.length };
        // One who has given up and gone hears nothing of it.
        const isHeard = isGood && told === body && !outgoing.destroyed;
        outgoing.writeHead(said.statusCode ?? 500, headers).end(told, () => {
          if (isHeard) for (const report of taken) report.isAnswered = true;
        });
      } finally {
        onService();
      }
      return;
    }
    const { audio } = front;
    if (audio.kind !== 'none') struck += 1;
    if (audio.kind === 'status' || audio.kind === 'rubbish' || audio.kind === 'packed') {
      if (audio.kind !== 'status' || audio.status !== 403) blame(n, path);
    } else {
      const { answer: lease } = await pass(incoming, outgoing, 'HEAD');
      if ((lease.statusCode ?? 500) >= 400) {
        struck += 1;
        outgoing.writeHead(lease.statusCode ?? 500).end();
        return;
      }
    }
    pouring.add(outgoing);
    outgoing.once('close', () => pouring.delete(outgoing));
    sendSound(incoming, outgoing, soundOf(n), audio, atS => items[n]?.cutsS.push(atS));
  }

  function blame(n: number, path: string): void {
    const item = items[n];
    if (item === undefined || blamedAddresses.has(path)) return;
    blamedAddresses.add(path);
    item.blamed += 1;
  }

  function listen(port: number) {
    const created = createServer({ keepAliveTimeout: 60_000 }, (incoming, outgoing) => {
      outgoing.on('error', () => undefined);
      answer(incoming, outgoing).catch(() => outgoing.destroy());
    });
    created.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    });
    created.listen(port, '127.0.0.1');
    return created;
  }

  let server = listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  const front: Front = {
    url: `http://127.0.0.1:${port}`,
    items,
    get clips() {
      return clips;
    },
    clip(lengthMs) {
      const n = clips;
      clips += 1;
      return { n, url: `${front.url}/clips/${n}/${lengthMs}.wav` };
    },
    numberOf,
    itemAt: address => {
      const path = URL.canParse(address) ? address.slice(new URL(address).origin.length) : '';
      return addresses.get(path) ?? null;
    },
    audio: { kind: 'none' },
    alter: null,
    get struck() {
      return struck;
    },
    cutAudio() {
      struck += pouring.size;
      for (const outgoing of pouring) outgoing.destroy();
    },
    async close() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    async open() {
      if (server.listening) return;
      server = listen(port);
      await once(server, 'listening');
    },
  };
  return front;
}

/** A damaged answer teaches nothing. */
function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return null;
  }
}
