import { connect } from 'node:net';
import t from 'tap';
import { startFakeDevice } from '../rigs/control/device.js';
import { ask, echo, talk } from '../rigs/control/requests.js';

t.test('The server tells a client that its unfinished request took too long', async t => {
  const timeOuts = { headersTimeout: 50, requestTimeout: 100, connectionsCheckingInterval: 20 };
  const device = await startFakeDevice({ http: { pages: [echo([])], timeOuts } });
  t.teardown(() => device.stop());
  const { port } = device.server;
  t.match(await talk(port, 'GET / HTTP/1.1\r\nHost: local'), /^HTTP\/1.1 408 /);
  const form = 'content-type: application/x-www-form-urlencoded';
  const body = `POST /echo HTTP/1.1\r\nHost: localhost\r\n${form}\r\nContent-Length: 9\r\n\r\na=`;
  t.match(await talk(port, body), /^HTTP\/1.1 408 /);
  const others = device.logger.lines.filter(
    ({ message }) => !message.startsWith('Clients were turned away.'),
  );
  t.same(others, []);
});

/** A page that takes so much of the processor that further requests of its peer wait. */
function busy() {
  const untilMs = performance.now() + 60;
  while (performance.now() < untilMs);
  return { status: 200, body: 'done' };
}

t.test('clients that reset while their form waits leave no error in the log', async t => {
  const device = await startFakeDevice({ http: { pages: [busy] } });
  t.teardown(device.stop);
  const body = `address=${'a'.repeat(40)}`;
  const form = `content-type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}`;
  const post = `POST /busy HTTP/1.1\r\nHost: localhost\r\n${form}\r\n\r\n${body}`;
  const reset = () =>
    new Promise<void>(resolve => {
      const socket = connect(device.server.port, '127.0.0.1');
      socket.on('error', () => undefined).on('close', () => resolve());
      socket.write(post, () => setTimeout(() => socket.resetAndDestroy(), 100));
    });
  for (let at = 0; at < 8; at += 1) await ask(device.origin, '/busy');
  await Promise.all(Array.from({ length: 10 }, reset));
  t.equal((await ask(device.origin, '/busy')).status, 200, 'in its turn, behind all of them');
  t.same(
    device.logger.lines.filter(({ level }) => level === 'error'),
    [],
  );
});

t.test('CONNECT leads nowhere', async t => {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  const request = 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n';
  t.equal(await talk(device.server.port, request).catch(() => ''), '');
});

t.test('The server answers a malformed request with 400 and goes on', async t => {
  const device = await startFakeDevice({ http: { pages: [echo([])] } });
  t.teardown(device.stop);
  const { port } = device.server;
  const ends = 'Host: localhost\r\nConnection: close\r\n\r\n';
  const rows: [string, RegExp][] = [
    ['rubbish\r\n\r\n', /^HTTP\/1.1 400 /],
    ['\u0016\u0003\u0001\u0002\u0000\u0001\u0000', /^HTTP\/1.1 400 /],
    ['GET / HTTP/9.9\r\n\r\n', /^HTTP\/1.1 400 /],
    ['GET / HTTP/1.1\r\n\r\n', /^HTTP\/1.1 400 /],
    ['GET / HTTP/1.0\r\n\r\n', /^HTTP\/1.1 400 /],
    [`GET // HTTP/1.1\r\n${ends}`, /^HTTP\/1.1 400 /],
    [`GET /%zz HTTP/1.1\r\n${ends}`, /^HTTP\/1.1 400 /],
    [`GET /../../etc/passwd HTTP/1.1\r\n${ends}`, /^HTTP\/1.1 400 /],
    [`GET / HTTP/1.1\r\nHost: evil.example\r\n${ends}`, /^HTTP\/1.1 400 /],
    [`GET http://evil.example/ HTTP/1.1\r\n${ends}`, /^HTTP\/1.1 421 /],
    [`GET http://localhost/echo HTTP/1.1\r\n${ends}`, /^HTTP\/1.1 200 /],
    [`GET / HTTP/1.1\r\nX: ${'x'.repeat(70_000)}\r\n${ends}`, /^(HTTP\/1.1 431 |$)/],
    [`GET / HTTP/1.1\r\nCookie: ${'x'.repeat(20_000)}\r\n${ends}`, /^HTTP\/1.1 431 [^]*delete its cookies/],
    [`POST /echo HTTP/1.1\r\nTransfer-Encoding: chunked\r\n${ends}zz\r\n`, /^HTTP\/1.1 400 /],
    ['CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n', /^$/],
  ];
  for (const [bytes, answer] of rows) {
    const heard = await talk(port, bytes).catch(() => '');
    t.match(heard, answer, JSON.stringify(bytes.slice(0, 40)));
  }
  for (const torn of ['GET / HT', 'POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\na=']) {
    const socket = connect(port, '127.0.0.1');
    await new Promise<void>(resolve => socket.write(torn, () => resolve()));
    socket.resetAndDestroy();
  }
  t.equal((await ask(device.origin, '/healthz')).status, 200);
  const others = device.logger.lines.filter(
    ({ message }) => !message.startsWith('Clients were turned away.'),
  );
  t.same(others, []);
});
