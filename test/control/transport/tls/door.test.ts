import { once } from 'node:events';
import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { connect } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { text } from 'node:stream/consumers';
import t from 'tap';
import { connectClient } from '../../../fakes/phones/client.js';
import { FIXED_TOKEN, startFakeDevice } from '../../../rigs/control/device.js';
import { CERTIFICATE, certificateIn } from '../../../rigs/control/tls.js';

async function ask(url: string, { method = 'GET', headers = {} } = {}) {
  const request = url.startsWith('https') ? requestSecure : requestPlain;
  const asked = request(url, { method, headers, ca: CERTIFICATE, agent: false }).end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

t.test('auto: plain http and TLS on one port, requests and WebSockets', async t => {
  const device = await startFakeDevice({ http: { tls: certificateIn(t.testdir(), { only: false }) } });
  t.teardown(device.stop);
  const host = `127.0.0.1:${device.server.port}`;
  t.equal((await ask(`https://${host}/healthz`)).status, 200);
  t.equal((await ask(`http://${host}/healthz`)).status, 200);
  for (const [own, foreign] of [
    ['https', 'http'],
    ['http', 'https'],
  ] as const) {
    const url = `${own.replace('http', 'ws')}://${host}/control`;
    const client = await connectClient(url, { ca: CERTIFICATE, origin: `${own}://${host}` });
    t.match(await client.open(FIXED_TOKEN), { result: { protocol: 1 } });
    t.ok((await client.call('state.get')).result, url);
    const elsewhere = connectClient(url, { ca: CERTIFICATE, origin: `${foreign}://${host}` });
    await t.rejects(elsewhere, /403/, 'the same host over the other scheme is another origin');
  }
});

t.test('only: a page is sent on, anything else refused', async t => {
  const device = await startFakeDevice({ http: { tls: certificateIn(t.testdir()) } });
  t.teardown(device.stop);
  const host = `127.0.0.1:${device.server.port}`;
  const sentOn = await ask(`http://${host}/pair/callback?code=a%20b&state=c`);
  t.match(sentOn, {
    status: 307,
    headers: {
      location: `https://${host}/pair/callback?code=a%20b&state=c`,
      'cache-control': 'no-store',
      'strict-transport-security': undefined,
    },
    body: '',
  });
  t.equal((await ask(`http://${host}/`, { method: 'HEAD' })).status, 307);
  t.equal((await ask(`http://${host}/`, { headers: { host: 'elsewhere.test' } })).status, 421);
  t.equal((await ask(`http://${host}/`, { headers: { host: '127.0.0.1:99999' } })).status, 400);
  for (const path of ['/rpc', '/healthz', '/metrics', '/control'])
    t.equal((await ask(`http://${host}${path}`)).status, 403, path);
  t.equal((await ask(`http://${host}/pair/start`, { method: 'POST' })).status, 403);
  await t.rejects(connectClient(`ws://${host}/control`), /403/);
  t.equal((await ask(`https://${host}/healthz`)).status, 200);
  t.equal((await ask(`https://${host}/healthz`)).headers['strict-transport-security'], undefined);
});

t.test('off: nothing of TLS is answered', async t => {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  await t.rejects(ask(`https://127.0.0.1:${device.server.port}/healthz`));
  t.equal((await ask(`${device.origin}/healthz`)).status, 200);
});

t.test('TLS from 1.2 on', async t => {
  const device = await startFakeDevice({ http: { tls: certificateIn(t.testdir()) } });
  t.teardown(device.stop);
  const shake = async (version: 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3') => {
    const socket: TLSSocket = connectTls({
      port: device.server.port,
      host: '127.0.0.1',
      ca: CERTIFICATE,
      minVersion: version,
      maxVersion: version,
      // OpenSSL would not even try it otherwise.
      ciphers: 'DEFAULT@SECLEVEL=0',
    });
    await once(socket, 'secureConnect');
    socket.destroy();
    return socket;
  };
  await t.rejects(shake('TLSv1.1'));
  for (const version of ['TLSv1.2', 'TLSv1.3'] as const) await t.resolves(shake(version), version);
});

t.test('The server cuts silent peers, at nobody else’s expense', async t => {
  const timeOuts = { headersTimeout: 300, requestTimeout: 300, connectionsCheckingInterval: 50 };
  const device = await startFakeDevice({ http: { timeOuts, tls: certificateIn(t.testdir()) } });
  t.teardown(device.stop);
  const { port } = device.server;
  const begin = async (first: Buffer | null, end = false) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: end });
    socket.on('error', () => undefined);
    socket.resume();
    await once(socket, 'connect');
    if (first !== null) socket.write(first);
    if (end) socket.end();
    return once(socket, 'close');
  };
  await Promise.all([
    begin(null),
    begin(null, true),
    begin(Buffer.from([22])),
    begin(Buffer.from([22]), true),
    begin(Buffer.from([22, 3, 1, 0, 200, 1, 2, 3])),
    begin(Buffer.concat([Buffer.from([22]), Buffer.alloc(4_000, 7)])),
    begin(Buffer.from('GET / HTT')),
    begin(Buffer.from([0, 1, 2])),
  ]);
  const reset = connect(port, '127.0.0.1');
  await once(reset, 'connect');
  reset.write(Buffer.from([22, 3, 1]), () => reset.resetAndDestroy());
  await once(reset, 'close');
  t.equal((await ask(`https://127.0.0.1:${port}/healthz`)).status, 200);
  t.same(
    device.logger.lines.filter(({ level }) => level === 'error'),
    [],
  );
});

t.test('a handshake that was none is cut, and others are served', async t => {
  const timeOuts = { headersTimeout: 300 };
  const device = await startFakeDevice({ http: { timeOuts, tls: certificateIn(t.testdir()) } });
  t.teardown(device.stop);
  const at = { port: device.server.port, host: '127.0.0.1' };
  const begin = async (bytes: string) => {
    const socket = connect(at).on('error', () => undefined);
    socket.resume().write(Buffer.from(bytes, 'hex'));
    await once(socket, 'close');
  };
  await begin('160301000401000000ffffffff');
  await begin('16030100c8010203');
  const old = { maxVersion: 'TLSv1.1', minVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
  await once(connectTls({ ...at, ...old }), 'close').catch(() => undefined);
  // Nobody vouches for the certificate.
  for (const maxVersion of ['TLSv1.2', 'TLSv1.3'] as const)
    await t.rejects(once(connectTls({ ...at, maxVersion }), 'secureConnect'), { code: /SELF_SIGNED/ });
  t.equal((await ask(`https://127.0.0.1:${at.port}/healthz`)).status, 200);
});

t.test('after the handshake, too, what is no TLS is cut, on any connection', async t => {
  const device = await startFakeDevice({ http: { tls: certificateIn(t.testdir()) } });
  t.teardown(device.stop);
  const at = { port: device.server.port, host: '127.0.0.1' };
  const upgrade = `GET /control HTTP/1.1\r\nHost: 127.0.0.1:${at.port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${'A'.repeat(22)}==\r\n\r\n`;
  const head = `GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:${at.port}\r\n\r\n`;
  for (const maxVersion of ['TLSv1.2', 'TLSv1.3'] as const) {
    for (const asked of [upgrade, head]) {
      const wire = connect(at).on('error', () => undefined);
      const gone = new Promise(resolve => wire.once('close', resolve));
      const secure = connectTls({ socket: wire, ca: CERTIFICATE, maxVersion });
      secure.on('error', () => undefined).write(asked);
      await once(secure, 'data');
      wire.write(Buffer.from(`1703030010${'07'.repeat(16)}`, 'hex'));
      await gone;
    }
  }
  const again = connectTls({ ...at, ca: CERTIFICATE, maxVersion: 'TLSv1.2' });
  await once(again, 'secureConnect');
  const refusal = once(again, 'error');
  again.renegotiate({}, () => undefined);
  t.match(await refusal, [{ code: 'ERR_SSL_NO_RENEGOTIATION' }]);
});

t.test('a first byte that comes alone, and the rest much later', async t => {
  const device = await startFakeDevice({ http: { tls: certificateIn(t.testdir(), { only: false }) } });
  t.teardown(device.stop);
  const socket = connect(device.server.port, '127.0.0.1');
  await once(socket, 'connect');
  const answer = text(socket);
  for (const part of ['G', 'ET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n', 'Connection: close\r\n\r\n']) {
    socket.write(part);
    await new Promise(resolve => setTimeout(resolve, 50));
  }
  t.match(await answer, /^HTTP\/1.1 200 /);
});

t.test('without a certificate TLS is refused, and plain http goes on', async t => {
  const certificate = { current: () => Promise.reject(new Error('no entropy')) };
  const device = await startFakeDevice({ http: { tls: { certificate, only: false } } });
  t.teardown(device.stop);
  await t.rejects(ask(`https://127.0.0.1:${device.server.port}/healthz`));
  t.match(device.logger.lines, [{ level: 'error', message: /TLS connections cannot be accepted/ }]);
  t.equal((await ask(`${device.origin}/healthz`)).status, 200);
});

t.test('a stop cuts whoever has not come through the door yet', async t => {
  const { certificate, only } = certificateIn(t.testdir(), { only: false });
  let give = () => undefined as unknown;
  const held = new Promise<void>(resolve => (give = () => resolve()));
  let isAsked = () => undefined as unknown;
  const asked = new Promise<void>(resolve => (isAsked = () => resolve()));
  const slow = {
    current: async () => {
      isAsked();
      await held;
      return await certificate.current();
    },
  };
  const device = await startFakeDevice({ http: { tls: { certificate: slow, only } } });
  t.teardown(device.stop);
  const { port } = device.server;
  const hello = Buffer.from([22, 3, 1, 0, 200, 1, 2, 3]);
  const closing = await Promise.all(
    [null, Buffer.from([22]), hello, Buffer.from('G'), Buffer.from('GET / HTTP/1.1\r\n')].map(async first => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.resume();
      await once(socket, 'connect');
      if (first !== null) await new Promise(resolve => socket.write(first, resolve));
      return { closed: new Promise(resolve => socket.once('close', resolve)) };
    }),
  );
  // One of them waits for the certificate, the others for more to be said.
  await asked;
  await device.server.stop();
  await Promise.all(closing.map(({ closed }) => closed));
  // It comes when nobody is there any more.
  give();
  await certificate.current();
  await t.rejects(once(connect(port, '127.0.0.1'), 'connect'), /ECONNREFUSED/);
  t.same(
    device.logger.lines.filter(({ level }) => level === 'error'),
    [],
  );
});
