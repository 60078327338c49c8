import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { EXIT, ExitError } from '../../contract/errors.js';

export interface ListenAddress {
  /** Tried in turn, until this machine has an address family for one. */
  readonly hosts: readonly [string, ...string[]];
  readonly port: number;
}

/**
 * How many connections the kernel keeps until they are accepted. Once it is full, a new one is tried again only after a
 * second, then three and seven.
 */
const BACKLOG = 4_096;

/** Listens and returns the port; rejects with an `ExitError` 1 that names address, port and variable. */
export async function listen(server: Server, { hosts, port }: ListenAddress): Promise<number> {
  const [host, ...others] = hosts;
  try {
    server.listen({ port, host, backlog: BACKLOG });
    await once(server, 'listening');
  } catch (error) {
    const [next, ...rest] = others;
    if (next === undefined || !isWithoutFamily(error)) throw toExitError(error, host, port);
    return listen(server, { hosts: [next, ...rest], port });
  }
  // The server listens on a port, never on a path: the address is no string and not null.
  return (server.address() as AddressInfo).port;
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? '';
}

function isWithoutFamily(error: unknown): boolean {
  return ['EAFNOSUPPORT', 'EADDRNOTAVAIL', 'EINVAL', 'EPROTONOSUPPORT'].includes(codeOf(error));
}

function toExitError(error: unknown, host: string, port: number): ExitError {
  const problems: ReadonlyMap<string, string> = new Map(
    Object.entries({
      EADDRINUSE: `port ${port} is in use by another program; set TONEARM_HTTP_PORT to a free one`,
      EACCES: `port ${port} needs more privileges; set TONEARM_HTTP_PORT to one above 1023`,
      EADDRNOTAVAIL: `this machine does not have the address ${host} (port ${port}); see TONEARM_HTTP_HOST`,
      ENOTFOUND: `the host ${host} has no address (port ${port}); see TONEARM_HTTP_HOST`,
    }),
  );
  const message =
    problems.get(codeOf(error)) ??
    `the agent cannot listen on port ${port} (${codeOf(error)}); see TONEARM_HTTP_HOST and TONEARM_HTTP_PORT`;
  return new ExitError(EXIT.fault, message, { cause: error });
}
