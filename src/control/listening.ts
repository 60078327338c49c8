import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { EXIT, ExitError } from '../errors.js';

export interface ListenAddress {
  /** Null: all addresses, of both families where the machine has both. */
  readonly host: string | null;
  readonly port: number;
}

/** Listens, and says on which port; rejects with an `ExitError` 1 that names address, port and variable. */
export async function listen(server: Server, { host, port }: ListenAddress): Promise<number> {
  try {
    await tryListen(server, host ?? '::', port);
  } catch (error) {
    if (host !== null || !isWithoutIpv6(error)) throw toExitError(error, host, port);
    await tryListen(server, '0.0.0.0', port).catch((second: unknown) => {
      throw toExitError(second, host, port);
    });
  }
  // Listening on a port, never on a path: this is no string and not null.
  return (server.address() as AddressInfo).port;
}

async function tryListen(server: Server, host: string, port: number): Promise<void> {
  server.listen(port, host);
  await once(server, 'listening');
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? '';
}

function isWithoutIpv6(error: unknown): boolean {
  return ['EAFNOSUPPORT', 'EADDRNOTAVAIL', 'EINVAL', 'EPROTONOSUPPORT'].includes(codeOf(error));
}

function toExitError(error: unknown, host: string | null, port: number): ExitError {
  const problems: Readonly<Record<string, string>> = {
    EADDRINUSE: `port ${port} is taken by another program; set TONEARM_HTTP_PORT to a free one`,
    EACCES: `port ${port} may not be used without more rights; set TONEARM_HTTP_PORT to one above 1023`,
    EADDRNOTAVAIL: `this machine does not have the address ${host ?? ''} (port ${port}); see TONEARM_HTTP_HOST`,
    ENOTFOUND: `there is no address for ${host ?? ''} (port ${port}); see TONEARM_HTTP_HOST`,
  };
  const message = problems[codeOf(error)] ?? `port ${port} cannot be listened on (${codeOf(error)})`;
  return new ExitError(EXIT.fault, message, { cause: error });
}
