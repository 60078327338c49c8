import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';
import { claimInvitation } from '../../../src/client/claim.js';
import { loadNodeSocket } from '../../../src/client/node-socket.js';
import { type BenchAgent, TOKEN } from './agent.js';
import { type BenchChild, lineOf, startChild } from './child.js';
import { until } from './waiting.js';

/** A client that only sends text and hears text. */
export interface Talker {
  readonly ws: WebSocket;
  /** Sends and waits for the next message that `fits`; milliseconds. Rejects when the connection ends before. */
  exchange(text: string, fits: (message: string) => boolean): Promise<number>;
  close(): void;
}

export async function connectTalker(url: string): Promise<Talker> {
  const ws = new WebSocket(url);
  const waiting = new Set<(message: string, atMs: number) => void>();
  const refusals = new Set<(error: Error) => void>();
  ws.on('error', () => undefined);
  ws.on('close', () => {
    for (const refuse of refusals) refuse(new Error('the connection was ended'));
  });
  ws.on('message', data => {
    const atMs = performance.now();
    const text = (data as Buffer).toString();
    for (const hear of [...waiting]) hear(text, atMs);
  });
  await once(ws, 'open');
  return {
    ws,
    exchange: (text, fits) =>
      new Promise((resolve, reject) => {
        const from = performance.now();
        const hear = (message: string, atMs: number): void => {
          if (!fits(message)) return;
          waiting.delete(hear);
          refusals.delete(reject);
          resolve(atMs - from);
        };
        waiting.add(hear);
        refusals.add(reject);
        if (ws.readyState === ws.OPEN) ws.send(text);
        else reject(new Error('the connection has ended'));
      }),
    close: () => ws.terminate(),
  };
}

/** One call of a JSON-RPC server; milliseconds. Rejects where it is refused. `id` is not to be used twice on a connection. */
export async function callOnce(
  talker: Talker,
  id: number,
  method: string,
  params: object = {},
): Promise<number> {
  const text = JSON.stringify({ jsonrpc: '2.0', id, method, params });
  const answer = new RegExp(`"id": ?${id}[,}]`);
  let answered = '';
  const tookMs = await talker.exchange(text, message => {
    answered = message;
    return answer.test(message);
  });
  if ('error' in (JSON.parse(answered) as object)) throw new Error(`${method} was refused: ${answered}`);
  return tookMs;
}

/** When a server that is only starting had given its first answer, over a WebSocket; `performance.now()`. */
export function firstAnswer(url: string, ask: (talker: Talker) => Promise<unknown>): Promise<number> {
  return until(
    `an answer of ${url}`,
    async () => {
      const talker = await connectTalker(url).catch(() => null);
      const answeredMs =
        talker === null
          ? null
          : await ask(talker).then(
              () => performance.now(),
              () => null,
            );
      talker?.close();
      return answeredMs;
    },
    { everyMs: 2 },
  );
}

export const controlOf = (agentUrl: string): string => `${agentUrl.replace('http', 'ws')}/control`;

/** As the first call, with the id 1. */
export function openSession(talker: Talker, name = 'bench phone', token = TOKEN): Promise<number> {
  return callOnce(talker, 1, 'session.open', { protocol: 1, client: { name }, token });
}

/** Another client than whoever has the rig's token, with limits of its own. */
export async function connectGuest({ url, client }: BenchAgent, name: string): Promise<Talker> {
  const { code = null } = await client.call('access.invite', { role: 'guest', digits: true });
  if (code === null) throw new Error('no digits were made');
  const WebSocketClass = await loadNodeSocket();
  const { token } = await claimInvitation({ url: controlOf(url), code, name, WebSocket: WebSocketClass });
  const talker = await connectTalker(controlOf(url));
  await openSession(talker, name, token);
  return talker;
}

/** A phone in all but its screen: opened, perhaps told of every change. */
export async function connectPhone(agentUrl: string, isSubscribed: boolean, name?: string): Promise<Talker> {
  const talker = await connectTalker(controlOf(agentUrl));
  await openSession(talker, name);
  if (isSubscribed) await callOnce(talker, 2, 'state.subscribe');
  return talker;
}

export interface BareServer {
  readonly child: BenchChild;
  readonly port: number;
  readonly url: string;
}

/** A bare `ws` server in a process of its own. */
export const startEcho = (): Promise<BareServer> => startBare('echo');

/** A bare server of lines. */
export const startLines = (): Promise<BareServer> => startBare('lines');

/** One that hands what it hears to an mpv. */
export const startRelay = (socketPath: string): Promise<BareServer> => startBare('relay', socketPath);

async function startBare(name: string, ...words: readonly string[]): Promise<BareServer> {
  const program = fileURLToPath(new URL(`../floors/${name}.js`, import.meta.url));
  const child = startChild(process.execPath, [program, ...words], { piped: true });
  const [, port = ''] = await lineOf(child, /port (\d+)/);
  return { child, port: Number(port), url: `ws://127.0.0.1:${port}` };
}
