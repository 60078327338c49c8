import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { promisify } from 'node:util';
import { houseHosts } from '../../lib/near.js';

/** Returns the preferred port if it is free on every address, else any free port. */
export async function findFreePort(preferred: number): Promise<number> {
  return (await tryPort(preferred)) ?? (await tryPort(0)) ?? preferred;
}

/** Names and addresses by which a phone in the same network may reach this machine, the most reliable first. */
export interface NetworkHosts {
  /** Hosts as in an address of the web: `houseHosts`; the loopback address if there is no network. */
  readonly addresses: readonly [string, ...string[]];
  readonly localName: string;
}

export function findHosts(interfaces = networkInterfaces(), host = hostname()): NetworkHosts {
  const [first = '127.0.0.1', ...rest] = houseHosts(interfaces);
  return { addresses: [first, ...rest], localName: `${host.split('.')[0] ?? host}.local` };
}

async function tryPort(port: number): Promise<number | null> {
  const server = createServer();
  try {
    await once(server.listen(port), 'listening');
  } catch {
    return null;
  }
  const { port: found } = server.address() as AddressInfo;
  await promisify(server.close.bind(server))();
  return found;
}
