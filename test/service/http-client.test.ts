import { createServer, type Socket } from 'node:net';
import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import type { AddressInfo } from 'node:net';
import t from 'tap';
import { assertSilent, calm, faultOf, setUp, signIn } from '../rigs/service/bench.js';
import { hangUp, json, raw, silence } from '../fakes/service/server.js';

const profile = json({ data: { profile: { id: 'LI:1' } } });

const source = json({ data: { playback: { setSource: { id: 'ST:1', type: 'ST', current: null } } } });

t.test('a connection is kept and used again', async t => {
  const { server, service } = await setUp(t);
  for (let at = 0; at < 5; at += 1) await service.library.profile(calm());
  t.equal(server.to('graphql').length, 5);
  t.equal(server.connections, 1);
});

t.test('A request waits until the HTTP library may be loaded', async t => {
  let load = (): void => undefined;
  const loadAfter = new Promise<void>(resolve => {
    load = resolve;
  });
  const { server, service } = await setUp(t, { loadAfter });
  server.graphql(profile);
  const asked = service.library.profile(calm());
  await new Promise(setImmediate);
  t.equal(server.connections, 0, 'nobody is connected to');
  load();
  t.match(await asked, { id: 'LI:1' });
  t.equal(server.to('graphql').length, 1);
});

t.test('body and headers are those of the specification', async t => {
  const { server, service } = await setUp(t);
  server.graphql(source);
  await service.playback.setSource('ST:0:9', calm());
  const [received] = server.to('graphql');
  t.equal(received?.path, '/api/v1/graphql/graphql');
  t.equal(received?.headers.authorization, 'Bearer access-token-4242');
  t.equal(received?.headers['content-type'], 'application/json');
  t.strictSame(Object.keys(received?.graphql ?? {}).sort(), ['operationName', 'query', 'variables']);
  t.strictSame(received?.graphql.variables, { deviceUuid: 'uuid-1', sourceId: 'ST:0:9' });
  t.notMatch(received?.graphql.query, /ST:0:9|uuid-1/);
});

t.test('an answer that was lost is told apart from a request that never left', async t => {
  const { server, service } = await setUp(t, { times: { graphqlMs: 400 } });
  const lost = async (name: string, ...responders: Parameters<typeof server.graphql>) => {
    server.graphql(...responders);
    const fault = await faultOf(service.playback.setSource('ST:1', calm()));
    t.match(fault, { code: 'offline', answerLost: true }, name);
  };
  await lost('connection cut after the request', hangUp);
  await lost('no answer in time', silence);
  await lost('a page of HTML', raw('<html>sign in to the wifi</html>', 200, { 'content-type': 'text/html' }));
  await lost('a redirect', raw('', 302, { location: 'http://portal.invalid/' }));
  await lost('truncated JSON', raw('{"data":{"playback":{"setSo'));
  await lost('nothing at all', raw('', 204));
  await lost('JSON of another kind', raw('[1,2,3]'));
  await lost('a body shorter than promised', (_, response) => {
    response.writeHead(200, { 'content-length': '500' });
    response.write('{"data"', () => response.destroy());
  });
  for (const unclear of [raw('Bad gateway', 502), json({ data: { playback: null } }), json({ data: null })]) {
    server.graphql(unclear);
    const fault = await faultOf(service.playback.setSource('ST:1', calm()));
    t.match(fault, { code: 'serviceError', answerLost: true });
  }
  const confused = { id: 4, type: 2, status: 2, current: { __typename: 9, index: 'n1', audioUrl: 40 } };
  server.graphql(json({ data: { playback: { setSource: confused } } }));
  t.match(await faultOf(service.playback.setSource('ST:1', calm())), { answerLost: true }, 'wrong types');
  server.graphql(
    json({ data: { playback: { setEnded: { status: 'OK', current: { __typename: 'TrackItem' } } } } }),
  );
  const report = { sourceId: 'ST:1', index: 1, elapsedS: 9, lengthS: 9 };
  t.match(await faultOf(service.playback.setEnded(report, calm())), { answerLost: true }, 'no index');
  const { server: closed, service: alone } = await setUp(t);
  await closed.close();
  const refused = await faultOf(alone.playback.setSource('ST:1', calm()));
  t.match(refused, { code: 'offline', answerLost: false }, 'connection refused');
});

t.test('names that do not resolve and calls given up before sending lose no answer', async t => {
  const { service } = await setUp(t, { baseUrl: 'http://speaker.invalid' });
  t.match(await faultOf(service.library.profile(calm())), { code: 'offline', answerLost: false });
  const gone = { signal: AbortSignal.abort() };
  t.match(await faultOf(service.library.profile(gone)), { code: 'offline', answerLost: false });
});

t.test('a caller may give up while the service is silent', async t => {
  const { server, service } = await setUp(t);
  const abort = new AbortController();
  server.graphql(() => abort.abort());
  const fault = await faultOf(service.playback.setSource('ST:1', { signal: abort.signal }));
  t.match(fault, { code: 'offline', answerLost: true });
  t.equal(service.reachability, 'unknown', 'that says nothing about the service');
});

t.test('an address where no TLS is spoken was not sent anything', async t => {
  const { service } = await setUp(t, {});
  const plain = createServer(socket => socket.end('no tls here'));
  plain.listen(0, '127.0.0.1');
  await once(plain, 'listening');
  t.teardown(() => plain.close());
  const { port } = plain.address() as AddressInfo;
  const { service: secure } = await setUp(t, { baseUrl: `https://127.0.0.1:${port}` });
  t.match(await faultOf(secure.playback.setSource('ST:1', calm())), { code: 'offline', answerLost: false });
  t.ok(service);
});

t.test('stale connections: a query is sent again, a mutation is not', async t => {
  const { server, service } = await setUp(t);
  server.graphql(profile, hangUp, profile);
  await service.library.profile(calm());
  await service.library.profile(calm());
  t.equal(server.to('graphql').length, 3, 'once, lost, again');

  server.graphql(profile, hangUp, source);
  await service.library.profile(calm());
  t.match(await faultOf(service.playback.setSource('ST:1', calm())), { code: 'offline', answerLost: true });

  server.graphql(hangUp);
  const before = server.to('graphql').length;
  t.match(await faultOf(service.library.profile(calm())), { code: 'offline' });
  t.equal(server.to('graphql').length, before + 1, 'a fresh connection that fails is no stale one');
});

t.test('a connection that the service closed while idle costs nothing', async t => {
  const { server, service } = await setUp(t);
  let closed: Promise<unknown> = Promise.resolve();
  server.graphql((received, response) => {
    closed = once(received.socket, 'close');
    profile(received, response);
  }, source);
  await service.library.profile(calm());
  server.endIdle();
  await closed;
  await new Promise(resolve => setImmediate(resolve));
  t.match(await service.playback.setSource('ST:1', calm()), { source: { id: 'ST:1' } });
});

const MEBIBYTE = 1024 * 1024;
const TOO_LARGE = { code: 'serviceError', answerLost: true, message: /larger than 1 MiB/ };

t.test('an answer of a mebibyte is read, a larger one is an error of the service', async t => {
  const { server, service } = await setUp(t);
  const padded = (size: number) => {
    const text = JSON.stringify({ data: { profile: { id: 'LI:1' } } });
    return raw(text + ' '.repeat(size - text.length));
  };
  server.graphql(padded(MEBIBYTE));
  t.match(await service.library.profile(calm()), { id: 'LI:1' });
  server.graphql(padded(MEBIBYTE + 1));
  t.match(await faultOf(service.library.profile(calm())), TOO_LARGE);

  server.token(raw(`{"access_token":"${'x'.repeat(2 * MEBIBYTE)}"}`));
  const grant = { code: 'c', redirectUri: 'http://r.test/', codeVerifier: 'v' };
  t.match(await faultOf(signIn(service, grant)), TOO_LARGE, 'of the OAuth host as well');
});

t.test('an answer without end is cut off, packed or not', async t => {
  const { server, service } = await setUp(t);
  let socket: Socket | undefined;
  server.graphql((received, response) => {
    socket = received.socket;
    const chunk = Buffer.alloc(256 * 1024, ' ');
    const more = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', more);
    more();
  });
  t.match(await faultOf(service.library.profile(calm())), TOO_LARGE);
  t.ok((socket?.bytesWritten ?? 0) < 40 * 1024 * 1024);
  server.graphql((_, response) => {
    response
      .writeHead(200, { 'content-encoding': 'gzip' })
      .end(gzipSync(Buffer.alloc(64 * 1024 * 1024, ' ')));
  });
  t.match(await faultOf(service.library.profile(calm())), TOO_LARGE);
});

t.test('a packed answer is read', async t => {
  const { server, service } = await setUp(t);
  server.graphql((_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' });
    response.end(gzipSync(JSON.stringify({ data: { profile: { id: 'LI:7' } } })));
  });
  t.match(await service.library.profile(calm()), { id: 'LI:7' });
});

t.test('statuses without words of the service are errors of their class', async t => {
  const { server, service } = await setUp(t);
  for (const status of [400, 403, 404, 418, 500, 503]) {
    server.graphql(raw('<h1>no</h1>', status));
    const fault = await faultOf(service.library.profile(calm()));
    // A server that failed does not say how far it had come.
    const answerLost = status >= 500;
    t.match(fault, { code: 'serviceError', httpStatus: status, answerLost }, `${status}`);
  }
  server.graphql(raw('portal', 511));
  t.match(await faultOf(service.library.profile(calm())), { code: 'offline' });
});

t.test('The log holds no secret', async t => {
  const { server, service, logger } = await setUp(t);
  server.graphql(raw('', 401));
  server.token(json({ error: 'invalid_client', error_description: 'bad client-secret-7781' }, 401));
  t.match(await faultOf(service.library.profile(calm())), { serviceCode: 'invalid_client' });
  assertSilent(logger.lines.join('\n'));
});
