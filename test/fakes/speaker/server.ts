/** A speaker that speaks the control protocol (contract, section 4) over a real socket and plays nothing. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import type { PublicState } from '../../../src/contract/public-state.js';
import { aNonce, follow, type Greeting, prove } from '../phones/proof.js';
import { playingState } from './state.js';

type Params = Readonly<Record<string, unknown>>;

interface Call {
  readonly id: number;
  readonly method: string;
  readonly params: Params;
  /** What goes with a command that a person presses, apart from what it is. */
  readonly press?: { readonly commandId?: unknown; readonly expiresAtMs?: unknown };
}

/** What a call is answered with; `fail` makes it an error. */
type Responder = (params: Params, greeting: Greeting) => unknown;

class Failure extends Error {
  readonly code: number;
  readonly data: object;
  constructor(code: number, message: string, data: object) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

export function fail(code: number, reason: string, message: string, more: object = {}): never {
  throw new Failure(code, message, { reason, ...more });
}

export interface FakeSpeaker {
  readonly port: number;
  readonly url: string;
  /** Every call after the opening, oldest first; subscriptions and their `sinceRevision` too. */
  readonly calls: readonly Call[];
  readonly state: PublicState;
  readonly revision: number;
  /** How often a client connected. */
  readonly connections: number;
  /** How many clients follow its state now. */
  readonly sessions: number;
  /** What the greeting says; change it before a client connects. */
  hello: Record<string, unknown>;
  /** What a session is opened as; change it before a client connects. */
  opened: Record<string, unknown>;
  /** It knows no token, and lets in whoever comes; its own proofs are made up. */
  impersonates: boolean;
  /** What each opening is refused with, whatever is shown; null: none is. */
  refusing: (() => never) | null;
  /** Tokens that open a session. */
  readonly tokens: Set<string>;
  /** Those of them that open as a guest, whatever `opened` says. */
  readonly guests: Set<string>;
  /** Those of them of which it has no keys, as they are from before there were proofs, until it is told them. */
  readonly keyless: Set<string>;
  /** Of a state or a subscription the answer stays: the responder runs between its making and its sending. */
  answer(method: string, responder: Responder): void;
  /** `cause`: who did it. */
  change(changes: Partial<PublicState>, cause?: object): void;
  /** Makes catching up impossible: the next subscription gets the whole state. */
  forget(): void;
  /** As a new process would come back: its revisions start elsewhere, its clients are cut off. */
  restart(changes: Partial<PublicState>): void;
  /** Says to every client who comes and goes. */
  tellOwners(change: object): void;
  /** Sends any text to every client. */
  say(text: string): void;
  closeAll(code: number): void;
  cutAll(): void;
  /** Refuses new connections until called again with false. */
  refuse(refused: boolean): void;
  /** Resolves with the next call of `method`, or the first one not taken yet. */
  next(method: string): Promise<Call>;
  stop(): Promise<void>;
}

export interface FakeSpeakerOptions {
  readonly respond?: (request: IncomingMessage, response: ServerResponse) => void;
  readonly state?: PublicState;
}

/** As the speaker does: the invitation of this code, or of this secret of a link, is good once, and worth a token. */
export function inviteWith(speaker: FakeSpeaker, secret: string): void {
  let isOpen = true;
  speaker.answer('access.claim', ({ code, link, nonce, proof }, greeting) => {
    const { shown, answerTo, tokenOf } = follow(secret, greeting, { nonce: String(nonce) });
    const isRight = link === undefined ? code === secret : link === shown.link && proof === shown.proof;
    if (!isOpen || !isRight) return fail(1001, 'unauthorized', 'Wrong.');
    isOpen = false;
    if (link === undefined) return { token: 'good-token', id: 'a', role: 'owner' };
    const answered = aNonce();
    speaker.tokens.add(tokenOf(answered));
    return { id: 'a', role: 'owner', nonce: answered, proof: answerTo(answered) };
  });
}

export async function startFakeSpeaker(options: FakeSpeakerOptions = {}): Promise<FakeSpeaker> {
  const http = createServer(options.respond ?? ((_request, response) => response.writeHead(404).end()));
  const sockets = new WebSocketServer({ noServer: true });
  const responders = new Map<string, Responder>();
  const calls: Call[] = [];
  const untaken: Call[] = [];
  const waiting: { method: string; resolve: (call: Call) => void }[] = [];
  const tokens = new Set(['good-token']);
  const guests = new Set<string>();
  const keyless = new Set<string>();
  const subscribed = new Set<WebSocket>();
  let history: { revision: number; changes: Partial<PublicState>; cause?: object }[] = [];
  let state = options.state ?? playingState();
  let revision = 5_000_000_000;
  let connections = 0;
  let refused = false;
  let oldest = revision;

  const nowMs = (): number => state.position.atMs;
  const send = (socket: WebSocket, message: object): void =>
    socket.send(JSON.stringify({ jsonrpc: '2.0', ...message }));

  function subscription({ sinceRevision }: Params): object {
    if (typeof sinceRevision === 'number' && sinceRevision >= oldest && sinceRevision <= revision) {
      return { revision, nowMs: nowMs(), changes: history.filter(change => change.revision > sinceRevision) };
    }
    return { revision, nowMs: nowMs(), state };
  }

  function open({ protocol, token, id, nonce, proof }: Params, greeting: Greeting): unknown {
    fake.refusing?.();
    if (fake.impersonates) return { protocol, ...fake.opened, proof: 'A'.repeat(43) };
    if (protocol === 1 && tokens.has(String(token))) {
      // It says who that is once it has kept the keys.
      if (fake.opened['id'] !== undefined) keyless.delete(String(token));
      return { protocol, ...fake.opened };
    }
    const how = { id: typeof id === 'string' ? id : '', nonce: String(nonce) };
    const known = [...tokens].filter(each => !keyless.has(each));
    for (const each of known) {
      const right = prove(each, greeting, how);
      const as = guests.has(each) ? { role: 'guest', id: 'g' } : fake.opened;
      if (right.proof === proof) return { protocol, ...as, proof: right.answer };
    }
    const isOpen = fake.hello['auth'] === 'none' && proof === undefined;
    return isOpen ? { protocol, role: 'guest' } : fail(1001, 'unauthorized', 'No or wrong token.');
  }

  function result(socket: WebSocket, { method, params }: Call, greeting: Greeting): unknown {
    if (method === 'session.open') return open(params, greeting);
    if (method === 'state.subscribe') subscribed.add(socket);
    if (method === 'state.subscribe' || method === 'state.get') {
      const found = subscription(params);
      responders.get(method)?.(params, greeting);
      return found;
    }
    return responders.get(method)?.(params, greeting) ?? { revision };
  }

  function take(call: Call): void {
    calls.push(call);
    const index = waiting.findIndex(({ method }) => method === call.method);
    if (index === -1) untaken.push(call);
    else waiting.splice(index, 1)[0]?.resolve(call);
  }

  async function reply(socket: WebSocket, call: Call, greeting: Greeting): Promise<void> {
    try {
      send(socket, { id: call.id, result: await result(socket, call, greeting) });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      send(socket, { id: call.id, error: { code: error.code, message: error.message, data: error.data } });
    }
  }

  http.on('upgrade', (request, stream, head) => {
    if (refused || request.url !== '/control') {
      stream.destroy();
      return;
    }
    connections += 1;
    sockets.handleUpgrade(request, stream, head, socket => {
      const greeting = { nonce: aNonce(), ...fake.hello } as unknown as Greeting;
      send(socket, { method: 'server.hello', params: { ...greeting, nowMs: nowMs() } });
      socket.on('close', () => subscribed.delete(socket));
      socket.on('message', data => {
        const { id, method, params: given } = JSON.parse((data as Buffer).toString()) as Call;
        const { commandId, expiresAtMs, ...params } = given;
        const call = { id, method, params, press: { commandId, expiresAtMs } };
        take(call);
        void reply(socket, call, greeting);
      });
    });
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const { port } = http.address() as AddressInfo;

  const fake: FakeSpeaker = {
    port,
    url: `ws://127.0.0.1:${port}/control`,
    calls,
    tokens,
    guests,
    keyless,
    impersonates: false,
    refusing: null,
    hello: {
      protocol: { min: 1, max: 2 },
      deviceUuid: 'fake-speaker',
      name: 'Kitchen',
      version: '0.1.0',
      auth: 'token',
      pairing: 'paired',
    },
    opened: { role: 'owner', id: 'a' },
    get state() {
      return state;
    },
    get revision() {
      return revision;
    },
    get connections() {
      return connections;
    },
    get sessions() {
      return subscribed.size;
    },
    answer: (method, responder) => void responders.set(method, responder),
    change: (changes, cause) => {
      state = { ...state, ...changes };
      revision += 1;
      const change = { revision, changes, ...(cause !== undefined && { cause }) };
      history.push(change);
      for (const socket of subscribed) {
        send(socket, { method: 'state.changed', params: { ...change, nowMs: nowMs() } });
      }
    },
    forget: () => {
      history = [];
      oldest = revision + 1;
    },
    restart: changes => {
      state = { ...state, ...changes };
      revision -= 1_000;
      history = [];
      oldest = revision;
      fake.cutAll();
    },
    tellOwners: change => {
      for (const socket of sockets.clients) send(socket, { method: 'access.changed', params: change });
    },
    say: text => {
      for (const socket of sockets.clients) socket.send(text);
    },
    closeAll: code => {
      for (const socket of sockets.clients) socket.close(code);
    },
    cutAll: () => {
      for (const socket of sockets.clients) socket.terminate();
    },
    refuse: on => {
      refused = on;
    },
    next: method => {
      const index = untaken.findIndex(call => call.method === method);
      const call = index === -1 ? undefined : untaken.splice(index, 1)[0];
      if (call !== undefined) return Promise.resolve(call);
      return new Promise(resolve => waiting.push({ method, resolve }));
    },
    stop: async () => {
      for (const socket of sockets.clients) socket.terminate();
      http.closeAllConnections();
      http.close();
      await once(http, 'close');
    },
  };
  return fake;
}
