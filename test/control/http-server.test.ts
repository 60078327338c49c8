import { once } from 'node:events';
import { connect } from 'node:net';
import t from 'tap';
import type { Health, PageRequest } from '../../src/contract/ports.js';
import { startFakeDevice } from '../rigs/control/device.js';
import { ask, echo, talk, UPGRADE } from '../rigs/control/requests.js';

t.test('health: 503 only when the player is dead or the state cannot be written', async t => {
  let health: Health = { pairing: 'unpaired', player: 'ok', service: 'offline', stateWritable: true };
  const device = await startFakeDevice({ http: { health: () => health } });
  t.teardown(device.stop);
  const good = await ask(device.origin, '/healthz');
  t.equal(good.status, 200);
  t.strictSame(JSON.parse(good.body), {
    status: 'ok',
    pairing: 'unpaired',
    player: 'ok',
    service: 'offline',
  });
  t.equal(good.headers['content-type'], 'application/json');
  health = { ...health, player: 'unavailable' };
  const bad = await ask(device.origin, '/healthz');
  t.equal(bad.status, 503);
  t.match(JSON.parse(bad.body), { status: 'degraded', player: 'unavailable' });
  health = { ...health, player: 'ok', stateWritable: false };
  const head = await ask(device.origin, '/healthz', { method: 'HEAD' });
  t.equal(head.status, 503);
  t.equal(head.body, '');
  t.equal((await ask(device.origin, '/healthz?x=1')).status, 503);
  const post = await ask(device.origin, '/healthz', { method: 'POST' });
  t.equal(post.status, 405);
  t.equal(post.headers['allow'], 'GET, HEAD');
});

t.test('pages are asked in turn; what nobody knows is 404, what nobody does 405', async t => {
  const asked: PageRequest[] = [];
  const device = await startFakeDevice({ http: { pages: [() => null, async () => null, echo(asked)] } });
  t.teardown(device.stop);
  t.match(await ask(device.origin, '/echo?a=1'), { status: 200, body: 'GET ' });
  t.equal(asked[0]?.query.get('a'), '1');
  t.match(await ask(device.origin, '/echo', { method: 'HEAD', headers: { 'user-agent': 'Phone' } }), {
    status: 200,
    body: '',
  });
  t.equal(asked[1]?.userAgent, 'Phone');
  t.equal(asked[1]?.method, 'HEAD', 'a page is told that it is only looked at');
  t.equal((await ask(device.origin, '/nothing')).status, 404);
  for (const method of ['PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE', 'PROPFIND']) {
    t.equal((await ask(device.origin, '/nothing', { method })).status, 405, method);
    t.match(await ask(device.origin, '/echo', { method }), { body: `${method} ` }, 'a page may say more');
  }
  t.equal((await ask(device.origin, '/own')).headers['content-security-policy'], 'img-src *');
  t.equal((await ask(device.origin, '/bytes')).headers['content-length'], '2');
  t.equal((await ask(device.origin, '/control')).status, 426);
  for (const path of ['/bug', '/evil']) {
    const answer = await ask(device.origin, path);
    t.equal(answer.status, 500);
    t.notMatch(answer.body, 'secret');
  }
  t.equal(device.logger.lines.filter(line => line.level === 'error').length, 2);
});

t.test('every answer carries the headers that keep a page to itself', async t => {
  const device = await startFakeDevice({ http: { pages: [echo([])] } });
  t.teardown(device.stop);
  const answers = await Promise.all([
    ask(device.origin, '/healthz'),
    ask(device.origin, '/echo'),
    ask(device.origin, '/nothing'),
    ask(device.origin, '/healthz', { headers: { expect: 'the unexpected' } }),
    ask(device.origin, '/bug'),
    ask(device.origin, '//'),
    ask(device.origin, '/', { headers: { host: 'evil.example' } }),
    ask(device.origin, '/echo', { method: 'POST', headers: { origin: 'null' } }),
    ask(device.origin, '/control', { headers: UPGRADE }),
    ask(device.origin, '/control', { headers: { ...UPGRADE, 'sec-websocket-key': 'x' } }),
    ask(device.origin, '/control', { headers: { ...UPGRADE, origin: 'http://evil.example' } }),
    ask(device.origin, '/', { headers: { 'x-long': 'x'.repeat(20_000) } }),
  ]);
  t.same(
    answers.map(answer => answer.status),
    [200, 200, 404, 200, 500, 400, 421, 403, 101, 400, 403, 431],
  );
  for (const { status, headers } of answers) {
    t.equal(headers['x-content-type-options'], 'nosniff', `${status}`);
    t.equal(headers['referrer-policy'], 'same-origin');
    t.match(headers['content-security-policy'], /frame-ancestors 'none'/);
  }
});

t.test('forms: urlencoded, up to 4 KiB a field', async t => {
  const device = await startFakeDevice({ http: { pages: [echo([])] } });
  t.teardown(device.stop);
  const type = 'application/x-www-form-urlencoded; charset=UTF-8';
  const post = (body: string, headers: Record<string, string> = { 'content-type': type }) =>
    ask(device.origin, '/echo', { method: 'POST', headers }, body);
  t.match(await post('a=%C3%A9&b=%zz'), { status: 200, body: 'POST a=%C3%A9&b=%25zz' });
  t.match(await post('', {}), { status: 200 });
  t.equal((await post(`address=${'%41'.repeat(4096)}`)).status, 200);
  t.equal((await post(`address=${'a'.repeat(4097)}`)).status, 413);
  t.equal((await post('x=1&'.repeat(5000))).status, 413);
  t.equal(
    (await post('x=1&'.repeat(5000), { 'content-type': type, 'transfer-encoding': 'chunked' })).status,
    413,
  );
  t.equal((await post('{"a":1}', { 'content-type': 'application/json' })).status, 415);
  t.equal((await post('a=1', {})).status, 415);
  t.equal((await post('a=1', { 'content-type': 'multipart/form-data' })).status, 415);
  const huge = `POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9999999999\r\n\r\nx`;
  t.match(await talk(device.server.port, huge), /^HTTP\/1.1 413 /);
});

t.test('The gate answers and counts a request without a Host', async t => {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  const answer = await talk(device.server.port, 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n');
  t.match(answer, /^HTTP\/1.1 400 [^]*x-content-type-options: nosniff/i);
  t.same(device.incidents, ['wrongRequest']);
});

t.test('only a sign-in’s callback may come by POST without an origin, and its body is not read', async t => {
  const asked: PageRequest[] = [];
  const pages = (request: PageRequest) => {
    asked.push(request);
    return { status: 303, headers: { location: '/there' }, body: '' };
  };
  const device = await startFakeDevice({ http: { pages: [pages] } });
  t.teardown(device.stop);
  const post = (path: string, headers: Record<string, string>) =>
    ask(device.origin, path, { method: 'POST', headers }, 'x'.repeat(40_000));
  const homes = [{ origin: 'null' }, { origin: 'null', 'sec-fetch-site': 'cross-site' }, {}];
  for (const headers of homes) t.equal((await post('/pair/callback?state=s', headers)).status, 303);
  t.strictSame([...new Set(asked.map(({ form }) => form.size))], [0]);
  t.equal((await post('/pair/callback', { origin: 'http://evil.example' })).status, 403);
  for (const path of ['/pair/start', '/pair/owner', '/pair/address', '/pair/callback/', '/rpc'])
    t.equal((await post(path, { origin: 'null' })).status, 403, path);
  t.equal(asked.length, homes.length);
});

t.test('Host and Origin hold for requests and upgrades alike', async t => {
  const listed = 'https://remote.example';
  const device = await startFakeDevice({ http: { pages: [echo([])], origins: [listed] } });
  t.teardown(device.stop);
  const own = `127.0.0.1:${device.server.port}`;
  const rows: [number, Record<string, string>][] = [
    [200, {}],
    [200, { origin: `http://${own}` }],
    [200, { host: `[::1]:${device.server.port}`, origin: `http://[::1]:${device.server.port}` }],
    [200, { host: 'SPEAKER.local:1', origin: 'http://speaker.local:1' }],
    [200, { host: 'remote.example', origin: listed }],
    [200, { origin: listed, 'sec-fetch-site': 'cross-site' }],
    [403, { 'sec-fetch-site': 'cross-site' }],
    [403, { origin: 'null' }],
    [403, { origin: 'http://evil.example' }],
    [403, { host: 'speaker.local', origin: `http://${own}` }],
    [421, { host: 'evil.example', origin: 'http://evil.example' }],
    [421, { host: `${own}.evil.example` }],
  ];
  for (const [status, headers] of rows) {
    const what = JSON.stringify(headers);
    t.equal((await ask(device.origin, '/echo', { method: 'POST', headers })).status, status, what);
    const opened = await ask(device.origin, '/control', { headers: { ...headers, ...UPGRADE } });
    t.equal(opened.status, status === 200 ? 101 : status, what);
  }
  const lost = await ask(device.origin, '/', { headers: { host: 'evil.example' } });
  t.match(lost.body, /TONEARM_REDIRECT_URI.*TONEARM_CONTROL_ORIGINS/);
  t.equal(
    (await ask(device.origin, '/echo', { headers: { origin: 'http://evil.example' } })).status,
    200,
    'reading is free',
  );
  const refused = rows.filter(([status]) => status !== 200).length * 2 + 1;
  t.strictSame(device.incidents, Array(refused).fill('wrongRequest'), 'each is counted');
  const told = device.logger.lines.filter(({ message }) => message.includes('turned away'));
  t.match(told, [{ level: 'warn', message: /"wrongRequest","peer":"127.0.0.1","reason":"Not allowed"/ }]);
  t.equal(told.length, 1, 'one line');
});

t.test('upgrades: only a WebSocket, only there', async t => {
  const device = await startFakeDevice({ http: { pages: [echo([])] } });
  t.teardown(device.stop);
  const status = async (path: string, headers: Record<string, string>, method = 'GET') =>
    (await ask(device.origin, path, { method, headers: { ...UPGRADE, ...headers } })).status;
  t.equal(await status('/control', {}), 101);
  t.equal(await status('/control/', {}), 404);
  t.equal(await status('/', {}), 404);
  t.equal(await status('/echo', { upgrade: 'h2c' }), 200, 'curl --http2 gets the page');
  t.equal(await status('/control', { upgrade: 'h2c' }), 426);
  t.equal(await status('/control', { 'sec-websocket-version': '7' }), 400);
  t.equal(await status('/control', { 'sec-websocket-key': '' }), 400);
  t.equal(await status('/control', {}, 'POST'), 400);
  t.equal(await status('/echo', { upgrade: 'h2c' }, 'POST'), 400);
  t.ok((await (await device.join()).call('state.get')).result);
});

t.test('an upgrade behind a request that is not answered yet ends its connection', async t => {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  const { port } = device.server;
  const head = 'HTTP/1.1\r\nHost: localhost\r\n';
  const fields = Object.entries(UPGRADE).map(([name, value]) => `${name}: ${value}\r\n`);
  for (const behind of [`GET /control ${head}${fields.join('')}`, `GET / ${head}${fields.join('')}`]) {
    const answer = await talk(port, `GET /healthz ${head}\r\n${behind}\r\n`).catch(() => '');
    t.notMatch(answer, '101 Switching');
  }
  const patient = connect(port, '127.0.0.1').setEncoding('utf8');
  patient.write(`GET /healthz ${head}\r\n`);
  t.match(await once(patient, 'data'), [/ 200 /]);
  patient.write(`GET /control ${head}${fields.join('')}\r\n`);
  t.match(await once(patient, 'data'), [/ 101 /], 'who waits for his answer gets it');
  patient.destroy();
});

t.test('An unexpected error in an upgrade ends its own connection alone', async t => {
  const device = await startFakeDevice({
    http: {
      control: {
        rpc: () => Promise.reject(new Error('no call was made')),
        upgrade() {
          throw new TypeError('nobody thought of it');
        },
      },
    },
  });
  t.teardown(device.stop);
  await t.rejects(ask(device.origin, '/control', { headers: UPGRADE }), { code: 'ECONNRESET' });
  t.equal((await ask(device.origin, '/healthz')).status, 200);
  t.match(device.logger.lines.at(-1), { level: 'error', message: /^A request failed unexpectedly\./ });
});
