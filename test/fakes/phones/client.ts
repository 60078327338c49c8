import { once } from 'node:events';
import { type ClientOptions, WebSocket } from 'ws';
import { type Greeting, prove } from './proof.js';

export interface RpcMessage {
  readonly id?: string | number | null;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: { code: number; message: string; data?: Record<string, unknown> };
}

export interface FakeClient {
  readonly ws: WebSocket;
  /** The next message, whenever it comes; rejects when the socket closes instead. */
  next(): Promise<RpcMessage>;
  send(message: unknown): void;
  /** Answers; events that come meanwhile are kept for `next`. Rejects when the socket closes instead. */
  call(method: string, params?: unknown): Promise<RpcMessage>;
  open(token?: string, name?: string): Promise<RpcMessage>;
  /** Opens by a proof of the token; throws where the answered one is wrong. */
  prove(token: string, how?: { readonly id?: string; readonly name?: string }): Promise<RpcMessage>;
  /** The close code, whenever it comes. */
  readonly closed: Promise<number>;
}

interface Waiting {
  readonly take: (message: RpcMessage) => void;
  readonly fail: (error: Error) => void;
}

/** A phone: reads everything, remembers what nobody asked for yet. */
export async function connectClient(url: string, options: ClientOptions = {}): Promise<FakeClient> {
  const ws = new WebSocket(url, options);
  const waiting: Waiting[] = [];
  const answers = new Map<number, Waiting>();
  const events: RpcMessage[] = [];
  let lastId = 0;
  const closed = new Promise<number>(resolve => {
    ws.on('close', code => {
      // First: who waits for whichever comes first is told the code.
      resolve(code);
      for (const { fail } of [...waiting, ...answers.values()]) fail(new Error(`closed with ${code}`));
    });
  });
  ws.on('message', data => {
    const message = JSON.parse((data as Buffer).toString()) as RpcMessage;
    const asked = typeof message.id === 'number' ? answers.get(message.id) : undefined;
    if (asked !== undefined) {
      answers.delete(Number(message.id));
      asked.take(message);
    } else if (waiting.length > 0) waiting.shift()?.take(message);
    else events.push(message);
  });
  await once(ws, 'open');
  ws.on('error', () => undefined);

  const client: FakeClient = {
    ws,
    closed,
    next() {
      const event = events.shift();
      if (event !== undefined) return Promise.resolve(event);
      return new Promise((take, fail) => waiting.push({ take, fail }));
    },
    send: message => ws.send(typeof message === 'string' ? message : JSON.stringify(message)),
    call(method, params) {
      lastId += 1;
      const id = lastId;
      const answer = new Promise<RpcMessage>((take, fail) => {
        if (ws.readyState === WebSocket.CLOSED) fail(new Error('closed'));
        answers.set(id, { take, fail });
        client.send({ jsonrpc: '2.0', id, method, params });
      });
      // Who does not wait for it need not hear that it never comes.
      answer.catch(() => undefined);
      return answer;
    },
    async open(token, name = 'phone') {
      await client.next();
      return client.call('session.open', { protocol: 1, client: { name }, token });
    },
    async prove(token, { id, name = 'phone' } = {}) {
      const hello = (await client.next()).params as unknown as Greeting;
      const { nonce, proof, answer } = prove(token, hello, id === undefined ? {} : { id });
      const params = { protocol: 2, client: { name }, ...(id !== undefined && { id }), nonce, proof };
      const opened = await client.call('session.open', params);
      const answered = opened.result?.['proof'];
      if (opened.error === undefined && answered !== answer) throw new Error('this is not the speaker');
      return opened;
    },
  };
  return client;
}
