/**
 * Passes bytes on between two addresses, each `unix:PATH` or `HOST:PORT`; sockets of the file system are how networks
 * apart from each other are joined. As a program: node relay.js FROM TO, says where it listens; the line `cut`
 * cuts what is open.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export const RELAY = fileURLToPath(import.meta.url);

export interface Relay {
  readonly port: number;
  cut(): void;
  stop(): void;
}

const place = (address: string): { path: string } | { host: string; port: number } => {
  if (address.startsWith('unix:')) return { path: address.slice(5) };
  const { hostname, port } = new URL(`tcp://${address}`);
  return { host: hostname, port: Number(port) };
};

export async function createRelay(from: string, to: () => string): Promise<Relay> {
  const open = new Set<Socket>();
  const server = createServer(near => {
    const far = connect(place(to()));
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  server.listen(place(from));
  await once(server, 'listening');
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  const address = server.address() as AddressInfo | string;
  return {
    port: typeof address === 'string' ? 0 : address.port,
    cut,
    stop() {
      server.close();
      cut();
    },
  };
}

if (process.argv[1] === RELAY) {
  const [, , from = '', to = ''] = process.argv;
  const relay = await createRelay(from, () => to);
  console.log('listening');
  createInterface({ input: process.stdin }).on('line', line => {
    if (line === 'cut') relay.cut();
  });
}
