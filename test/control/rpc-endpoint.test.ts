import t from 'tap';
import { LIMITS } from '../../src/contract/limits.js';
import type { RpcMessage } from '../fakes/phones/client.js';
import { ask } from '../rigs/control/requests.js';
import { FIXED_TOKEN, startFakeDevice } from '../rigs/control/device.js';
import { callByHttp, post } from '../rigs/control/rpc.js';

const GET_STATE = '{"jsonrpc":"2.0","id":7,"method":"state.get"}';
const auth = { authorization: `Bearer ${FIXED_TOKEN}` };

t.test('a call, a notification, and everything that is wrong with a request', async t => {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  const state = await post(device.origin, GET_STATE, auth);
  t.match(state, { status: 200, message: { jsonrpc: '2.0', id: 7, result: { state: { volume: 35 } } } });
  t.match(state.headers, { 'content-type': 'application/json', 'x-content-type-options': 'nosniff' });
  t.equal((await post(device.origin, GET_STATE, { authorization: `bearer ${FIXED_TOKEN}` })).status, 200);
  const utf8 = { ...auth, 'content-type': 'application/json; charset=utf-8' };
  t.equal((await post(device.origin, GET_STATE, utf8)).status, 200);

  const pause = '{"jsonrpc":"2.0","method":"player.pause"}';
  t.match(await post(device.origin, pause, auth), { status: 204, message: null });
  t.equal(device.agent.commands.length, 1);
  t.strictSame(device.agent.commands[0]?.cause, { client: 'http', method: 'player.pause' });

  const wrong: [string, Record<string, string>, number, number][] = [
    [GET_STATE, {}, 401, 1001],
    [GET_STATE, { authorization: 'Bearer wrong' }, 401, 1001],
    [GET_STATE, { authorization: FIXED_TOKEN }, 401, 1001],
    [GET_STATE, { authorization: `Basic ${FIXED_TOKEN}` }, 401, 1001],
    [GET_STATE, { cookie: `token=${FIXED_TOKEN}` }, 401, 1001],
    ['{"jsonrpc":"2.0","id":1,"method":"nope"}', {}, 401, 1001],
    ['{', {}, 401, 1001],
    [GET_STATE, { ...auth, 'content-type': 'text/plain' }, 415, -32600],
    [GET_STATE, { ...auth, 'content-type': 'application/jsonp' }, 415, -32600],
    [GET_STATE, { ...auth, 'content-encoding': 'gzip' }, 415, -32600],
    [GET_STATE.padEnd(65_537), auth, 413, -32600],
    [GET_STATE.padEnd(2_000_000), auth, 413, -32600],
    ['', auth, 200, -32700],
    ['{', auth, 200, -32700],
    [`[${GET_STATE}]`, auth, 200, -32600],
    ['{"jsonrpc":"2.0","id":1,"method":"nope"}', auth, 200, -32601],
    ['{"jsonrpc":"2.0","id":1,"method":"session.open"}', auth, 200, -32601],
    ['{"jsonrpc":"2.0","id":1,"method":"session.close"}', auth, 200, -32601],
    ['{"jsonrpc":"2.0","id":1,"method":"state.subscribe"}', auth, 200, -32601],
    ['{"jsonrpc":"2.0","id":1,"method":"player.pause","params":[]}', auth, 200, -32602],
    ['{"jsonrpc":"2.0","id":1,"method":"player.setVolume","params":{}}', auth, 200, -32602],
  ];
  for (const [body, headers, status, code] of wrong) {
    const answer = await post(device.origin, body, headers);
    t.match(
      answer,
      { status, message: { error: { code } } },
      `${body.slice(0, 60)} ${JSON.stringify(headers)}`,
    );
    t.equal(answer.headers['www-authenticate'], status === 401 ? 'Bearer' : undefined);
  }
  const bytes = await post(device.origin, Buffer.from([0x7b, 0xff, 0x7d]), auth);
  t.match(bytes, { status: 200, message: { id: null, error: { code: -32700 } } });
  t.equal((await post(device.origin, GET_STATE.padEnd(65_536), auth)).status, 200, 'the largest');
  t.equal(device.agent.commands.length, 1);

  t.match(await ask(device.origin, '/rpc'), { status: 405, headers: { allow: 'POST, OPTIONS' } });
  const token = `/rpc?token=${FIXED_TOKEN}`;
  const headers = { 'content-type': 'application/json' };
  t.match(await ask(device.origin, token, { method: 'POST', headers }, GET_STATE), { status: 401 });
});

t.test('an admitted client goes by its own name', async t => {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  const token = (await device.access.admit('Ada', null)).token;
  t.ok((await callByHttp(device.origin, token, 'player.pause')).result);
  t.equal(device.agent.commands[0]?.cause.client, 'Ada');
  await device.access.revokeAll();
  const refused = await callByHttp(device.origin, token, 'player.pause');
  t.match(refused.error, { code: 1001, data: { reason: 'unauthorized' } });
});

t.test('open access needs no token, save for access.* and system.unpair', async t => {
  const device = await startFakeDevice({ mode: 'open' });
  t.teardown(device.stop);
  t.match(device.logger.lines, [{ level: 'warn', message: /TONEARM_CONTROL_ACCESS=open/ }]);
  t.equal((await post(device.origin, GET_STATE)).status, 200);
  t.equal((await post(device.origin, GET_STATE, { authorization: 'Bearer wrong' })).status, 200);
  for (const method of ['access.invite', 'access.list', 'access.revoke', 'system.unpair']) {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { id: 'x' } });
    t.match(await post(device.origin, body), { status: 401, message: { error: { code: 1001 } } }, method);
    t.not((await post(device.origin, body, auth)).status, 401, method);
  }
});

t.test('CORS is for the listed origins and for nobody else', async t => {
  const panel = 'https://panel.example.com';
  const device = await startFakeDevice({ http: { origins: [panel] } });
  t.teardown(device.stop);
  const preflight = (headers: Record<string, string>) =>
    ask(device.origin, '/rpc', { method: 'OPTIONS', headers });
  const asks = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' };
  const allowed = await preflight({
    ...asks,
    origin: panel,
    'access-control-request-private-network': 'true',
  });
  t.match(allowed, {
    status: 204,
    headers: {
      'access-control-allow-origin': panel,
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'authorization, content-type',
      'access-control-allow-private-network': 'true',
      vary: 'Origin',
    },
  });
  t.match(await post(device.origin, GET_STATE, { ...auth, origin: panel }), {
    status: 200,
    headers: { 'access-control-allow-origin': panel, vary: 'Origin' },
  });
  const refused = await post(device.origin, GET_STATE, { origin: panel });
  t.match(
    refused,
    { status: 401, headers: { 'access-control-allow-origin': panel } },
    'its page may read why',
  );

  for (const origin of [
    'https://evil.example.com',
    'null',
    `${panel}.evil.example`,
    'http://panel.example.com',
  ]) {
    const answer = await post(device.origin, GET_STATE, { ...auth, origin });
    t.equal(answer.status, 403, origin);
    t.notOk('access-control-allow-origin' in answer.headers);
    t.equal((await preflight({ ...asks, origin })).status, 403, origin);
  }
  const own = await post(device.origin, GET_STATE, { ...auth, origin: device.origin });
  t.equal(own.status, 200);
  t.notOk('access-control-allow-origin' in own.headers, 'its own page needs none');
  t.equal(
    (await ask(device.origin, '/healthz', { method: 'OPTIONS', headers: { origin: panel } })).status,
    405,
  );
});

t.test('a flood by HTTP is told to slow down, each client for itself', async t => {
  let nowMs = 0;
  const clock = { epochMs: () => Date.now(), steadyMs: () => nowMs };
  const device = await startFakeDevice({
    control: { clock },
    limits: { tooManyCalls: { ...LIMITS.tooManyCalls, burst: 3 } },
  });
  t.teardown(device.stop);
  const ada = (await device.access.admit('Ada', null)).token;
  for (let count = 0; count < 3; count += 1) t.ok((await callByHttp(device.origin, ada, 'state.get')).result);
  const beyond = await callByHttp(device.origin, ada, 'state.get');
  t.match(beyond, { id: 1, error: { code: 1003, data: { reason: 'rateLimited', retryAfterMs: 20 } } });
  const told = await post(device.origin, '{"jsonrpc":"2.0","method":"player.pause"}', {
    authorization: `Bearer ${ada}`,
  });
  t.match(told, { status: 204, message: null }, 'a notification is answered with nothing');
  t.equal(device.agent.commands.length, 0);
  t.ok((await callByHttp(device.origin, FIXED_TOKEN, 'state.get')).result);
  nowMs = 20;
  t.ok((await callByHttp(device.origin, ada, 'state.get')).result);
});

t.test('without a token each peer is counted for itself, under open access too', async t => {
  const clock = { epochMs: () => Date.now(), steadyMs: () => 0 };
  const device = await startFakeDevice({
    mode: 'open',
    control: { clock },
    limits: { tooManyCalls: { ...LIMITS.tooManyCalls, burst: 3 } },
  });
  t.teardown(device.stop);
  const body = '{"jsonrpc":"2.0","id":1,"method":"state.get"}';
  const headers = { 'content-type': 'application/json' };
  const from = async (localAddress: string) => {
    const { body: answer } = await ask(
      device.origin,
      '/rpc',
      { method: 'POST', headers, localAddress },
      body,
    );
    return (JSON.parse(answer) as RpcMessage).error?.code;
  };
  for (let count = 0; count < 3; count += 1) t.equal(await from('127.0.0.2'), undefined);
  t.equal(await from('127.0.0.2'), 1003);
  t.equal(await from('127.0.0.3'), undefined);
});
