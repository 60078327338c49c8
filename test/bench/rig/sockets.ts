import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';
import { TOKEN } from './agent.js';
import { type BenchChild, lineOf, startChild } from './child.js';

/** A client that only sends text and hears text. */
export interface Talker {
  readonly ws: WebSocket;
  /** Sends and waits for the next message that `fits`; milliseconds. */
  exchange(text: string, fits: (message: string) => boolean): Promise<number>;
  close(): void;
}

export async function connectTalker(url: string): Promise<Talker> {
  const ws = new WebSocket(url);
  const waiting = new Set<(message: string, atMs: number) => void>();
  ws.on('error', () => undefined);
  ws.on('message', data => {
    const atMs = performance.now();
    const text = (data as Buffer).toString();
    for (const hear of [...waiting]) hear(text, atMs);
  });
  await once(ws, 'open');
  return {
    ws,
    exchange: (text, fits) =>
      new Promise(resolve => {
        const from = performance.now();
        const hear = (message: string, atMs: number): void => {
          if (!fits(message)) return;
          waiting.delete(hear);
          resolve(atMs - from);
        };
        waiting.add(hear);
        ws.send(text);
      }),
    close: () => ws.terminate(),
  };
}

/** One call of a JSON-RPC server; milliseconds. `id` is not to be used twice on a connection. */
export function callOnce(talker: Talker, id: number, method: string, params: object = {}): Promise<number> {
  const text = JSON.stringify({ jsonrpc: '2.0', id, method, params });
  const answer = new RegExp(`"id": ?${id}[,}]`);
  return talker.exchange(text, message => answer.test(message));
}

/** A phone in all but its screen: opened, perhaps told of every change. */
export async function connectPhone(
  agentUrl: string,
  isSubscribed: boolean,
  name = 'bench phone',
): Promise<Talker> {
  const talker = await connectTalker(`${agentUrl.replace('http', 'ws')}/control`);
  const client = { name };
  await callOnce(talker, 1, 'session.open', { protocol: 1, client, token: TOKEN });
  if (isSubscribed) await callOnce(talker, 2, 'state.subscribe');
  return talker;
}

export interface EchoServer {
  readonly child: BenchChild;
  readonly url: string;
}

/** A bare `ws` server in a process of its own. */
export async function startEcho(): Promise<EchoServer> {
  const program = fileURLToPath(new URL('../floors/echo.js', import.meta.url));
  const child = startChild(process.execPath, [program], { piped: true });
  const [, port = ''] = await lineOf(child, /port (\d+)/);
  return { child, url: `ws://127.0.0.1:${port}` };
}
