import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { promisify } from 'node:util';

/** Returns the preferred port if it is free on every address, else any free port. */
export async function findFreePort(preferred: number): Promise<number> {
  return (await tryPort(preferred)) ?? (await tryPort(0)) ?? preferred;
}

/** Names and addresses by which a phone in the same network may reach this machine, the most reliable first. */
export interface Hosts {
  /** IPv4 addresses of the local networks; the loopback address if there is no network. */
  readonly addresses: readonly [string, ...string[]];
  readonly localName: string;
}

export function findHosts(interfaces = networkInterfaces(), host = hostname()): Hosts {
  const found = Object.entries(interfaces)
    .filter(([name]) => !/^(docker|br-|veth|virbr|lxc)/.test(name))
    .flatMap(([, entries]) => entries ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);
  const [first = '127.0.0.1', ...rest] = [...new Set(found)];
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
