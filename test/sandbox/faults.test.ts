import t from 'tap';
import { FAULTS } from '../../src/sandbox/faults/catalogue.js';
import { FaultSyntaxError, parseFaults } from '../../src/sandbox/faults/parse.js';
import { type Caller, CURRENT, dig, SET_SOURCE, visit } from './caller.js';

const PROFILE = '{ profile { id displayName private followers { items { fullname } } } }';
const code = (reply: { errors: unknown }): unknown => dig(reply.errors, 0, 'extensions', 'code');

const refresh = (caller: Caller, refreshToken = caller.sandbox.issueTokens().refreshToken) =>
  caller.form('/oauth/v1/token', { grant_type: 'refresh_token', refresh_token: refreshToken });

async function audioOf({ ask }: Caller): Promise<string> {
  const { data } = await ask(SET_SOURCE, { d: 'device', s: 'ST:1001:5000' });
  return String(dig(data, 'playback', 'setSource', 'current', 'audioUrl'));
}

t.test('faults as text', async t => {
  t.same(parseFaults('latency=200, lostAnswer=0.05,,status@current=503%0.5*3,dropRequest*1'), [
    { fault: 'latency', value: 200 },
    { fault: 'lostAnswer', probability: 0.05 },
    { fault: 'status', operation: 'current', value: 503, probability: 0.5, times: 3 },
    { fault: 'dropRequest', times: 1 },
  ]);
  t.same(parseFaults(''), []);
  t.same(parseFaults('graphqlError=SOME_CODE'), [{ fault: 'graphqlError', value: 'SOME_CODE' }]);
  for (const bad of [
    'latency=',
    'latency=-5',
    'latency=fast',
    'status=99',
    'lostAnswer=2',
    'latency 5',
    '=5',
  ]) {
    t.throws(() => parseFaults(bad), FaultSyntaxError, bad);
  }
  t.throws(() => parseFaults('lag=5'), { message: /unknown fault "lag"; known: latency, .*audioNoRange/ });
  t.throws(() => parseFaults('constructor'), FaultSyntaxError);
});

t.test('The sandbox makes faults by operation, number and probability, at runtime', async t => {
  const caller = await visit(t, { faults: 'status@topArtists=500' });
  const { faults } = caller.sandbox;
  t.equal((await caller.ask('{ topArtists { cursor } }')).status, 500);
  t.equal((await caller.ask(PROFILE)).status, 200);
  faults.clear();
  const remove = faults.add('status', { value: 429, times: 2, retryAfterS: 7 });
  const first = await caller.ask(PROFILE);
  t.equal(first.status, 429);
  t.equal(first.headers.get('retry-after'), '7');
  t.same(faults.active, [{ fault: 'status', value: 429, times: 1, retryAfterS: 7 }]);
  t.equal((await caller.ask(PROFILE)).status, 429);
  t.equal((await caller.ask(PROFILE)).status, 200, 'twice and no more');
  remove();
  faults.add('status', { value: 503, probability: 0 });
  t.equal((await caller.ask(PROFILE)).status, 200);
  faults.set([{ fault: 'status', operation: 'oauth', value: 503 }]);
  t.equal((await caller.ask(PROFILE)).status, 200);
  t.equal((await refresh(caller)).status, 503);
  t.equal(caller.sandbox.requests.of('refresh')[0]?.fault, 'status');
});

t.test('over HTTP, from this machine and no web page', async t => {
  const { sandbox, ask } = await visit(t);
  const put = (body: string, headers = {}) =>
    fetch(`${sandbox.url}/sandbox/faults`, { method: 'POST', body, headers });
  const answer = await put('status=500*1');
  t.same(await answer.json(), { faults: [{ fault: 'status', value: 500, times: 1 }] });
  t.equal((await ask(PROFILE)).status, 500);
  const wrong = await put('nonsense=1');
  t.equal(wrong.status, 400);
  t.match(await wrong.json(), { error: /unknown fault/ });
  t.equal((await put('status=500', { origin: 'http://evil.example' })).status, 403);
  t.same(await (await fetch(`${sandbox.url}/sandbox/faults`)).json(), { faults: [] });
});

t.test('on the way', async t => {
  const caller = await visit(t);
  const { faults, requests, devices } = caller.sandbox;
  const set = () => caller.ask(SET_SOURCE, { d: 'device', s: 'ST:1001:5000' });

  faults.add('dropRequest', { times: 1 });
  await t.rejects(set());
  t.equal(devices.get('device').source, null, 'dropped before anything was done');
  faults.add('lostAnswer', { times: 1 });
  await t.rejects(set());
  t.equal(devices.get('device').source?.id, 'ST:1001:5000', 'carried out, the answer lost');
  t.match(requests.of('setSource'), [
    { fault: 'dropRequest', answered: false, status: null },
    { fault: 'lostAnswer', answered: false, status: null },
  ]);

  faults.add('blackHole', { operation: 'profile', times: 1 });
  const giveUp = new AbortController();
  const gone = requests.until('profile', 1);
  const asked = fetch(`${caller.sandbox.url}/api/v1/graphql/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ operationName: null, variables: {}, query: PROFILE }),
    signal: giveUp.signal,
  });
  const refused = t.rejects(asked);
  while (requests.count('profile') === 0) await new Promise(setImmediate);
  giveUp.abort();
  await refused;
  await gone;
  t.match(requests.of('profile'), [{ fault: 'blackHole', answered: false }]);

  faults.set(parseFaults('latency=30,jitter=10'));
  await caller.ask(PROFILE);
  t.equal(requests.of('profile').at(-1)?.fault, 'jitter');
  faults.clear();
  faults.add('captivePortal', { times: 1 });
  const portal = await caller.ask(PROFILE);
  t.equal(portal.status, 200);
  t.match(portal.headers.get('content-type'), 'text/html');
});

t.test('in the answer', async t => {
  const caller = await visit(t);
  const { faults } = caller.sandbox;
  const whole = await caller.ask(PROFILE);
  faults.add('truncatedJson', { times: 1 });
  const half = await caller.ask(PROFILE);
  t.equal(half.text, whole.text.slice(0, Math.ceil(whole.text.length / 2)));
  faults.add('oversizedJson', { value: 100_000, times: 1 });
  const fat = await caller.ask(PROFILE);
  t.equal(fat.text.length, 100_000);
  t.same(fat.data, whole.data);
  faults.add('wrongTypes', { times: 1 });
  t.match((await caller.ask(PROFILE)).data, {
    profile: { id: 7, private: [false], followers: { items: { first: { fullname: 5 } } } },
  });
  faults.add('partialData', { times: 1 });
  const partial = await caller.ask(PROFILE);
  t.match(partial.data, { profile: { id: 'LI:1001', followers: { items: [{ fullname: String }, null] } } });
  t.match(partial.errors, [{ path: ['profile', 'followers', 'items', 1] }, { path: undefined }]);
  faults.add('graphqlError', { value: 'INTERNAL_SERVER_ERROR', times: 1 });
  const refused = await caller.ask(PROFILE);
  t.equal(code(refused), 'INTERNAL_SERVER_ERROR');
  t.equal(refused.data, undefined);
  for (const status of [200, 400, 401]) {
    faults.add('unauthenticated', { value: status, times: 1 });
    const rejected = await caller.ask(PROFILE);
    t.equal(rejected.status, status);
    t.equal(code(rejected), 'UNAUTHENTICATED');
  }
  t.same((await caller.ask(PROFILE)).data, whole.data);
});

t.test('in tokens', async t => {
  const caller = await visit(t);
  const { faults } = caller.sandbox;
  faults.add('refreshRefused', { times: 1 });
  t.match(await refresh(caller), { status: 400, body: { error: 'invalid_grant' } });
  faults.set(parseFaults('quotedExpiresIn*1,authTokenField*1,omitRefreshToken*1,slowRefresh=5*1'));
  const odd = await refresh(caller);
  t.same(Object.keys(odd.body).toSorted(), ['authToken', 'expires_in', 'token_type']);
  t.equal(odd.body['expires_in'], '14400');
  const { data } = await caller.ask('{ profile { id } }', {}, String(odd.body['authToken']));
  t.same(data, { profile: { id: 'LI:1001' } });
  faults.add('rotateRefreshToken', { times: 1 });
  const old = caller.sandbox.issueTokens().refreshToken;
  const rotated = String((await refresh(caller, old)).body['refresh_token']);
  t.not(rotated, old);
  t.equal((await refresh(caller, old)).body['error'], 'invalid_grant');
  t.equal((await refresh(caller, rotated)).status, 200);
});

t.test('in audio', async t => {
  const caller = await visit(t, { trackSeconds: 4 });
  const { faults, requests } = caller.sandbox;
  const url = await audioOf(caller);
  const whole = Buffer.from(await (await fetch(url)).arrayBuffer());
  for (const status of [403, 404, 410]) {
    faults.add('audioStatus', { value: status, times: 1 });
    t.equal((await fetch(url)).status, status);
  }
  faults.add('audioWrongType', { times: 1 });
  t.match((await fetch(url)).headers.get('content-type'), 'text/html');
  faults.add('audioRubbish', { times: 1 });
  const rubbish = Buffer.from(await (await fetch(url)).arrayBuffer());
  t.equal(rubbish.length, whole.length);
  t.not(rubbish.toString('latin1', 0, 4), 'RIFF');
  faults.add('audioNoRange', { times: 1 });
  t.equal((await fetch(url, { headers: { range: 'bytes=9-' } })).status, 200);
  faults.add('audioSlow', { value: 10_000_000, times: 1 });
  t.ok(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(whole), 'slow but whole');

  faults.add('audioDrop', { value: 100_000, times: 1 });
  const dropped = await fetch(url);
  t.equal(Number(dropped.headers.get('content-length')), whole.length);
  await t.rejects(dropped.arrayBuffer());
  faults.add('audioStall', { value: 50_000, times: 1 });
  const stalled = requests.until('audio', requests.count('audio') + 1);
  const body = ((await fetch(url)).body as ReadableStream<Uint8Array> | null)?.getReader();
  let got = 0;
  while (got < 50_000) got += (await body?.read())?.value?.length ?? 0;
  t.equal(got, 50_000, 'and then nothing more');
  await body?.cancel();
  await stalled;
  t.match(requests.of('audio').at(-1), { fault: null, answered: false });

  faults.add('latency', { value: 5, operation: 'audio' });
  t.ok(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(whole));
  t.equal(requests.of('audio').at(-1)?.fault, 'latency');
  t.equal((await caller.ask(CURRENT, { d: 'device' })).status, 200);
});

t.test('stopping ends what hangs, and may be asked twice', async t => {
  const { sandbox, ask } = await visit(t, { faults: 'blackHole@profile,latency@topArtists=600000' });
  const hanging = [t.rejects(ask(PROFILE)), t.rejects(ask('{ topArtists { cursor } }'))];
  while (sandbox.requests.all.length < 2) await new Promise(setImmediate);
  await Promise.all([sandbox.stop(), sandbox.stop()]);
  await Promise.all(hanging);
  t.ok(Object.keys(FAULTS).length > 20);
});

t.test('however many wait, and however many went away waiting, nothing is heaped up', async t => {
  const caller = await visit(t);
  const { faults } = caller.sandbox;
  const warnings: string[] = [];
  const note = ({ name, message }: Error) => warnings.push(`${name}: ${message}`);
  process.on('warning', note);
  t.teardown(() => process.off('warning', note));
  const many = Array.from({ length: 15 });
  faults.set([{ fault: 'latency', value: 50 }]);
  const replies = await Promise.all(many.map(() => caller.ask(PROFILE)));
  t.ok(replies.every(({ status }) => status === 200));
  faults.clear();
  const url = await audioOf(caller);
  faults.set([{ fault: 'audioStall', value: 1_000 }]);
  for (let count = 0; count < many.length; count += 1) {
    const reader = (await fetch(url)).body?.getReader();
    await reader?.read();
    await reader?.cancel();
  }
  await new Promise(resolve => setImmediate(resolve));
  t.same(warnings, []);
});

t.test('an account that asks more than it may is told when to come again', async t => {
  const caller = await visit(t, { requestsPerHour: 2 });
  for (const status of [200, 200, 429, 429]) t.equal((await caller.ask(PROFILE)).status, status);
});
