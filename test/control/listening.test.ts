import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import t from 'tap';
import { listen } from '../../src/control/transport/listening.js';
import { startFakeDevice } from '../rigs/control/device.js';

t.test('a port that is taken ends the start, naming it', async t => {
  const taken = await startFakeDevice();
  t.teardown(taken.stop);
  const { port } = taken.server;
  await t.rejects(startFakeDevice({ http: { port } }), {
    exitCode: 1,
    message: new RegExp(`${port}.*TONEARM_HTTP_PORT`),
  });
  await t.rejects(startFakeDevice({ http: { port, host: null } }), { message: /in use/ });
});

t.test('an address that is not here, or no address at all', async t => {
  await t.rejects(startFakeDevice({ http: { host: '192.0.2.1' } }), { exitCode: 1, message: /192\.0\.2\.1/ });
  await t.rejects(startFakeDevice({ http: { host: '2001:db8::1' } }), { message: /TONEARM_HTTP/ });
});

t.test('unset, the host is every address, and loopback is near enough', async t => {
  const device = await startFakeDevice({ http: { host: null } });
  t.teardown(device.stop);
  t.equal((await fetch(`${device.origin}/healthz`)).status, 200, 'an IPv4 peer is one, mapped or not');
  const client = await device.join();
  t.ok((await client.call('state.get')).result);
  const hasIpv6 = Object.values(networkInterfaces())
    .flat()
    .some(address => address?.address === '::1');
  if (hasIpv6) t.equal((await fetch(`http://[::1]:${device.server.port}/healthz`)).status, 200);
});

t.test('an address of a family that this machine lacks is passed over', async t => {
  const server = createServer();
  t.teardown(() => server.close());
  // No machine has the first: it fails as `::` does where there is no IPv6.
  t.ok((await listen(server, { hosts: ['2001:db8::1', '127.0.0.1'], port: 0 })) > 0);
  t.match(server.address(), { family: 'IPv4' });
});

t.test('stopping is bounded whatever clients do, and may be done twice', async t => {
  const device = await startFakeDevice();
  const socket = connect(device.server.port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write('GET / HTTP/1.1\r\n');
  const client = await device.join();
  client.ws.pause();
  await device.stop();
  await device.stop();
  await t.rejects(fetch(device.origin));
});
