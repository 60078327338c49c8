import { type Agent, request } from 'node:http';
import { createConnection, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import type { OpenRpcDocument } from '../../../src/control/api/openrpc.js';
import type { RpcMessage } from '../../fakes/phones/client.js';

export interface RpcAnswer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  /** Null where there is none, but a page or nothing. */
  readonly message: RpcMessage | null;
}

/** `POST /rpc` with any body and headers, also such as no browser would send. */
export function post(
  origin: string,
  body: string | Buffer,
  headers: Record<string, string> = {},
  agent: Agent | false = false,
): Promise<RpcAnswer> {
  return new Promise((resolve, reject) => {
    const asked = request(
      `${origin}/rpc`,
      { method: 'POST', agent, headers: { 'content-type': 'application/json', ...headers } },
      response => {
        text(response).then(read => {
          const isJson = response.headers['content-type'] === 'application/json';
          const message = isJson ? (JSON.parse(read) as RpcMessage) : null;
          resolve({ status: response.statusCode ?? 0, headers: response.headers, message });
        }, reject);
      },
    );
    asked.on('error', reject);
    asked.end(body);
  });
}

/** One call by HTTP with a token. */
export async function callByHttp(
  origin: string,
  token: string,
  method: string,
  params?: unknown,
): Promise<RpcMessage> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const { message } = await post(origin, body, { authorization: `Bearer ${token}` });
  return message ?? {};
}

/** What the speaker says of its own methods. */
export async function discover(origin: string, token: string): Promise<OpenRpcDocument> {
  const { result } = await callByHttp(origin, token, 'rpc.discover');
  return result as unknown as OpenRpcDocument;
}

export interface LineClient {
  readonly socket: Socket;
  /** The next line, whenever it comes; null at the end. */
  next(): Promise<RpcMessage | null>;
  send(line: string): void;
  /** The next line is taken for the answer. */
  call(method: string, params?: unknown): Promise<RpcMessage>;
}

/** A program on the device: lines over `control.sock`. */
export function connectLines(path: string): LineClient {
  const socket = createConnection(path);
  socket.on('error', () => undefined);
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  const client: LineClient = {
    socket,
    async next() {
      const line = (await lines.next()) as IteratorResult<string, undefined>;
      return line.done === true ? null : (JSON.parse(line.value) as RpcMessage);
    },
    send: line => socket.write(`${line}\n`),
    async call(method, params) {
      client.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
      const answer = await client.next();
      if (answer === null) throw new Error('the socket was closed');
      return answer;
    },
  };
  return client;
}
