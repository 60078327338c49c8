import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import type { Test } from 'tap';

/** Has a server listen on a free port of the loopback until the end of the test. Resolves with the port. */
export async function listen(t: Test, server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    if ('closeAllConnections' in server) (server as { closeAllConnections(): void }).closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}
