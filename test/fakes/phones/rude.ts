/** Phones that do not behave: each is a real connection to the agent. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type FakeClient, connectClient } from './client.js';

export interface Door {
  readonly port: number;
  readonly token: string;
}

export async function openPhone({ port, token }: Door, name: string): Promise<FakeClient> {
  const client = await connectClient(`ws://127.0.0.1:${port}/control`);
  await client.open(token, name);
  return client;
}

/** Subscribes, asks for the longest answer there is again and again, and never reads one; resolves when it is cut. */
export async function askWithoutReading(door: Door): Promise<void> {
  const client = await openPhone(door, 'asks and does not read');
  await client.call('state.subscribe');
  client.ws.pause();
  const socket = rawOf(client);
  const gone = new Promise(resolve => socket.once('close', resolve));
  const asking = setInterval(() => {
    for (let count = 0; count < 10; count += 1)
      client.send({ jsonrpc: '2.0', id: 'x', method: 'rpc.discover' });
  }, 20);
  // Nothing is read, so that only a write tells that the other side is gone.
  socket.on('error', () => socket.destroy());
  await gone;
  clearInterval(asking);
}

/** Sends calls as fast as the connection takes them, for so long; how many were answered, and how many refused. */
export async function flood(
  door: Door,
  name: string,
  forMs: number,
): Promise<{ readonly done: number; readonly limited: number }> {
  const client = await openPhone(door, name);
  const end = performance.now() + forMs;
  let [done, limited] = [0, 0];
  while (performance.now() < end) {
    const answers = await Promise.all(Array.from({ length: 200 }, () => client.call('state.get')));
    done += answers.filter(({ result }) => result !== undefined).length;
    limited += answers.filter(({ error }) => error?.code === 1003).length;
  }
  client.ws.terminate();
  return { done, limited };
}

/** What ws itself would never send. */
export function rawOf({ ws }: FakeClient): Socket {
  return (ws as unknown as { readonly _socket: Socket })._socket;
}

/** Says that it has said all, in the middle of whatever these bytes are; resolves when the other side closes. */
export async function halfClose({ port }: Door, bytes: string): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => undefined);
  socket.resume();
  socket.end(bytes);
  await once(socket, 'close');
}
