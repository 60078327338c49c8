import t from 'tap';
import { HeldTokens } from '../../src/service/held-tokens.js';
import { ACCESS, calm, faultOf, RECORD, REFRESH, setUp } from '../rigs/service/bench.js';
import {
  grant,
  hangUp,
  invalidGrant,
  json,
  raw,
  type Responder,
  unauthenticated,
} from '../fakes/service/server.js';

const profile = json({ data: { profile: { id: 'LI:1' } } });

/** Honours only the tokens given. */
function honour(...tokens: string[]): Responder {
  return (received, response) => {
    const good = tokens.includes(received.headers.authorization?.replace('Bearer ', '') ?? '');
    (good ? profile : unauthenticated)(received, response);
  };
}

t.test('without credentials nothing is sent', async t => {
  const { server, service } = await setUp(t, { record: null });
  t.equal(service.account.paired, false);
  t.match(await faultOf(service.library.profile(calm())), { code: 'notPaired' });
  t.equal(server.received.length, 0);
});

t.test('a name does not hide that a renewal was sent', async t => {
  const { cell, clock, logger } = await setUp(t);
  const tokens = new HeldTokens({ credentials: cell, clock, logger, random: () => 0 });
  const held = tokens.value;
  if (held === null) throw new Error('nothing is held');
  await tokens.noteRenewal(held);
  await tokens.name({ id: 'LI:1', name: 'Ada' });
  t.match(cell.value, { ...RECORD, profileName: 'Ada', renewing: true });
});

t.test('fifty waiting calls cost one refresh', async t => {
  const { server, service } = await setUp(t);
  server.graphql(honour('granted'));
  const calls = Array.from({ length: 50 }, () => service.library.profile(calm()));
  t.equal((await Promise.all(calls)).length, 50);
  t.equal(server.to('token').length, 1);
  const [refresh] = server.to('token');
  t.strictSame(Object.fromEntries(refresh?.form ?? []), {
    grant_type: 'refresh_token',
    refresh_token: REFRESH,
  });
});

t.test('a rotated refresh token is durable before anything uses it', async t => {
  const { server, service, cell } = await setUp(t);
  server.graphql(honour('granted'));
  let open = () => {};
  cell.gate = new Promise(resolve => (open = resolve));
  const call = service.library.profile(calm());
  while (!cell.log.includes('write')) await new Promise(resolve => setImmediate(resolve));
  t.equal(server.to('token').length, 0, 'that it is sent is noted first');
  open();
  while (!cell.log.includes('written')) await new Promise(resolve => setImmediate(resolve));
  cell.gate = new Promise(resolve => (open = resolve));
  while (cell.log.at(-1) !== 'write') await new Promise(resolve => setImmediate(resolve));
  t.equal(server.to('token').length, 1);
  const second = service.library.profile(calm());
  t.equal(server.to('graphql').length, 1, 'both wait for the disk');
  open();
  await Promise.all([call, second]);
  t.match(cell.value, { accessToken: 'granted', refreshToken: 'refresh-of-granted', profileId: 'LI:1' });
});

t.test('a disk that refuses does not end the music', async t => {
  const { server, service, cell, logger } = await setUp(t);
  server.graphql(honour('granted'));
  cell.gate = Promise.reject(new Error('disk full'));
  cell.gate.catch(() => undefined);
  t.match(await service.library.profile(calm()), { id: 'LI:1' });
  t.match(logger.lines.join(), /could not be saved/);
});

t.test('tokens are renewed ahead of their end, by the steady clock alone', async t => {
  const { server, service, cell, clock } = await setUp(t);
  server.graphql(honour(ACCESS, 'one', 'two'));
  server.token(grant('one', { expires_in: 1_000 }), grant('two', { expires_in: '1000' }));
  const renewed = async (token: string) => {
    while (cell.value?.accessToken !== token) await new Promise(resolve => setImmediate(resolve));
  };
  await service.library.profile(calm());
  clock.steady += (14_400 - 60 - 200) * 1_000;
  await service.library.profile(calm());
  await renewed('one');
  clock.epoch += 10 * 365 * 86_400_000;
  await service.library.profile(calm());
  clock.epoch -= 30 * 365 * 86_400_000;
  await service.library.profile(calm());
  clock.steady += 899_000;
  await service.library.profile(calm());
  clock.steady += 2_000;
  t.equal(server.to('token').length, 1, 'the wall clock may jump as it likes');
  await service.library.profile(calm());
  await renewed('two');
});

t.test('after a restart the wall clock is only a hint', async t => {
  const start = async (obtainedAtMs: number, expiresInS = 14_400) => {
    const bench = await setUp(t, { record: { ...RECORD, obtainedAtMs, expiresInS } });
    bench.server.graphql(honour(ACCESS, 'granted'));
    await bench.service.library.profile(calm());
    return bench.server.to('token').length;
  };
  t.equal(await start(1_700_000_000_000 - 60_000), 0, 'fresh');
  t.equal(await start(1_700_000_000_000 + 86_400_000), 0, 'from the future: used until rejected');
  t.equal(await start(1_700_000_000_000 - 86_400_000), 1, 'clearly past its end: renewed first');
  t.equal(await start(0, 0), 0, 'of unknown life: used until rejected');
});

t.test(
  'a renewal ahead of time that fails leaves the old token in use, and is not tried at every call',
  async t => {
    const { server, service, cell, clock } = await setUp(t);
    server.token(raw('down', 403), grant('late'));
    server.graphql(honour(ACCESS, 'late'));
    await service.library.profile(calm());
    clock.steady += (14_400 - 60 - 200) * 1_000;
    const turn = () => new Promise(resolve => setImmediate(resolve));
    const { length } = server.received;
    // Until one call has begun the renewal and another one has met its failure.
    while (server.to('token').length === 0 || server.received.length < length + 9)
      await service.library.profile(calm());
    t.equal(server.to('token').length, 1);
    clock.steady += 61_000;
    await service.library.profile(calm());
    while (cell.value?.accessToken !== 'late') await turn();
    await service.library.profile(calm());
    t.equal(server.to('graphql').at(-1)?.headers.authorization, 'Bearer late');
  },
);

t.test('other failures of a refresh keep the pairing', async t => {
  const { server, service, cell } = await setUp(t);
  server.graphql(honour('granted'));
  const rows: [Responder, object][] = [
    [hangUp, { code: 'offline' }],
    [raw('<html>portal</html>'), { code: 'offline' }],
    [json({ nothing: true }), { code: 'offline' }],
    [json({ access_token: 'bad\ntoken' }), { code: 'offline' }],
    [raw('oops', 500), { code: 'serviceError', httpStatus: 500 }],
    [json({ error: 'invalid_client' }, 401), { code: 'clientRefused', serviceCode: 'invalid_client' }],
    [json({ error: ['invalid_grant'] }, 400), { code: 'serviceError', httpStatus: 400 }],
  ];
  for (const [responder, expected] of rows) {
    server.token(responder);
    t.match(await faultOf(service.library.profile(calm())), expected);
    t.equal(service.account.paired, true);
    t.equal(cell.value?.refreshToken, REFRESH);
  }
  server.token(grant('granted'));
  t.match(await service.library.profile(calm()), { id: 'LI:1' });
});

t.test('answers of the token endpoint are read with patience', async t => {
  const rows: [object, object][] = [
    [
      { authToken: 'granted', expires_in: '900' },
      { refreshToken: REFRESH, expiresInS: 900 },
    ],
    [
      { access_token: 'granted', refresh_token: '' },
      { refreshToken: REFRESH, expiresInS: 0 },
    ],
    [
      { access_token: 'granted', refresh_token: 7, expires_in: 'soon' },
      { refreshToken: REFRESH, expiresInS: 0 },
    ],
    [
      { access_token: 'granted', refresh_token: 'next', expires_in: -4 },
      { refreshToken: 'next', expiresInS: 0 },
    ],
  ];
  for (const [answer, kept] of rows) {
    const { server, service, cell } = await setUp(t);
    server.graphql(honour('granted'));
    server.token(json(answer));
    await service.library.profile(calm());
    t.match(cell.value, { accessToken: 'granted', ...kept });
  }
});

t.test('invalid_grant twice ends the pairing, for all who wait', async t => {
  const { server, service, cell } = await setUp(t);
  const told: string[] = [];
  service.account.onChange(pairing => told.push(pairing));
  server.graphql(unauthenticated);
  server.token(invalidGrant);
  const faults = await Promise.all(Array.from({ length: 5 }, () => faultOf(service.library.profile(calm()))));
  t.strictSame(
    faults.map(({ code }) => code),
    Array(5).fill('notPaired'),
  );
  t.equal(server.to('token').length, 2);
  t.equal(service.account.paired, false);
  t.strictSame(told, ['unpaired']);
  t.match(cell.value, { accessToken: '', refreshToken: '', profileId: 'LI:1' });
  t.match(await faultOf(service.library.profile(calm())), { code: 'notPaired' });
  t.equal(server.to('token').length, 2);
});

t.test('one invalid_grant ends nothing', async t => {
  const { server, service } = await setUp(t);
  server.graphql(honour('granted'));
  server.token(invalidGrant, grant('granted'));
  t.match(await service.library.profile(calm()), { id: 'LI:1' });
  t.equal(service.account.paired, true);

  const other = await setUp(t);
  other.server.graphql(unauthenticated);
  other.server.token(invalidGrant, raw('down', 503));
  t.match(await faultOf(other.service.library.profile(calm())), { code: 'serviceError' });
  t.equal(other.service.account.paired, true);
});

t.test('one caller that gives up does not take the refresh from the others', async t => {
  const { server, service } = await setUp(t);
  server.graphql(honour('granted'));
  const abort = new AbortController();
  server.token((received, response) => {
    abort.abort();
    setImmediate(() => grant('granted')(received, response));
  });
  const [first, second] = await Promise.allSettled([
    service.library.profile({ signal: abort.signal }),
    service.library.profile(calm()),
  ]);
  t.match(first, { status: 'rejected', reason: { code: 'offline' } });
  t.match(second, { status: 'fulfilled' });
  t.equal(server.to('token').length, 1);
});

t.test('stopping ends a wait for confirmation', async t => {
  const { server, service, logger } = await setUp(t, { times: { confirmMs: 600_000 } });
  server.graphql(unauthenticated);
  server.token(invalidGrant);
  const call = faultOf(service.library.profile(calm()));
  while (!logger.lines.some(line => line.includes('the agent asks once more'))) {
    await new Promise(resolve => setImmediate(resolve));
  }
  await service.stop();
  t.match(await call, { code: 'offline' });
  t.equal(service.account.paired, true);
  await service.stop();
  t.match(
    await faultOf(service.library.profile(calm())),
    { code: 'offline' },
    'and nothing is sent any more',
  );
});

t.test('the pairing ends also where the disk refuses to forget it', async t => {
  const { server, service, cell, logger } = await setUp(t);
  server.graphql(unauthenticated);
  server.token(invalidGrant);
  cell.gate = Promise.reject(new Error('disk full'));
  cell.gate.catch(() => undefined);
  t.match(await faultOf(service.library.profile(calm())), { code: 'notPaired' });
  t.equal(service.account.paired, false);
  t.match(logger.lines.join(), /could not be removed/);
});
