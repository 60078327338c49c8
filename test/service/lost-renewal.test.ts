import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { ServiceFault } from '../../src/contract/errors.js';
import type { TokenGrant } from '../../src/service/oauth.js';
import { Renewal } from '../../src/service/renewal.js';
import { settled, useFakeTime } from '../fakes/time/fake.js';
import { calm, faultOf, RECORD, REFRESH, setUp } from '../rigs/service/bench.js';
import { createKeptLogger } from '../fakes/ports/collaborators.js';
import { grant, hangUp, invalidGrant, json, raw, type Responder, silence } from '../fakes/service/server.js';

const profile = json({ data: { profile: { id: 'LI:1' } } });
const OLD = { ...RECORD, obtainedAtMs: 0 };
const turn = () => new Promise(resolve => setImmediate(resolve));

t.test('A renewal repeats at once only where the token may be used up', async t => {
  const rows: readonly (readonly [string, Responder, number])[] = [
    ['connection cut', hangUp, 4],
    ['a page', raw('<html>portal</html>'), 4],
    ['half an answer', raw('{"access_token":"x'), 4],
    ['500', raw('oops', 500), 4],
    ['502 in words', json({ error: 'server_error' }, 502), 4],
    ['503', raw('', 503), 4],
    ['503 until told', raw('', 503, { 'retry-after': '3600' }), 1],
    ['429', raw('slow', 429), 1],
    ['429 until told', raw('slow', 429, { 'retry-after': '7' }), 1],
    ['404', raw('where?', 404), 1],
    ['500 with a refusal', json({ error: 'invalid_grant' }, 500), 4],
    ['503 with a refusal', json({ error: 'invalid_grant' }, 503), 4],
    ['200 with a refusal', json({ error: 'invalid_grant' }), 4],
    ['429 with a refusal', json({ error: 'invalid_grant' }, 429), 1],
    ['a padded refusal', json({ error: ' invalid_grant\n' }, 400), 1],
    // The second one shows the client the other way.
    ['invalid_client', json({ error: 'invalid_client' }, 401), 2],
    ['invalid_request', json({ error: 'invalid_request' }, 400), 2],
  ];
  // Side by side: each asks several times, with pauses.
  const check = async ([what, responder, asked]: (typeof rows)[number]) => {
    const { server, service, cell } = await setUp(t, { record: OLD });
    server.token(responder);
    const fault = await faultOf(service.library.profile(calm()));
    t.equal(fault.answerLost, false, `${what}: the call itself was never sent`);
    t.equal(server.to('token').length, asked, what);
    t.equal(service.account.paired, true);
    t.match(cell.value, { refreshToken: REFRESH, renewing: true }, 'and it is noted');
  };
  await Promise.all(rows.map(check));
});

t.test('an answer lost, then invalid_grant: believed when it comes again', async t => {
  const { server, service } = await setUp(t, { record: OLD });
  server.graphql(profile);
  server.token(hangUp, invalidGrant, grant('granted'));
  t.match(await service.library.profile(calm()), { id: 'LI:1' });
  t.equal(server.to('token').length, 3);

  const other = await setUp(t, { record: OLD });
  other.server.token(hangUp, invalidGrant, hangUp, raw('', 500), invalidGrant);
  t.match(await faultOf(other.service.library.profile(calm())), { code: 'notPaired' });
  t.equal(other.server.to('token').length, 5);
  t.equal(other.service.account.paired, false);
});

/** A renewal that answers as told, on a simulated clock; when each try was sent, in seconds. */
function createTries(
  t: Parameters<typeof useFakeTime>[0],
  answer: (at: number) => ServiceFault | TokenGrant,
) {
  const time = useFakeTime(t);
  const startMs = time.clock.steadyMs();
  const sentS: number[] = [];
  const stopping = new AbortController();
  const late = new AbortController();
  const renewal = new Renewal({
    oauth: {
      authorizeUrl: () => '',
      exchange: () => Promise.reject(new Error('not asked')),
      revoke: () => Promise.resolve(),
      async refresh() {
        sentS.push((time.clock.steadyMs() - startMs) / 1_000);
        await Promise.resolve();
        const what = answer(sentS.length);
        if (what instanceof ServiceFault) throw what;
        return what;
      },
    },
    clock: time.clock,
    logger: createKeptLogger(),
    random: () => 0,
    confirmMs: 5_000,
    againMs: [1_000, 2_000, 4_000, 8_000, 8_000, 8_000, 8_000, 8_000],
    stopping: stopping.signal,
    late: late.signal,
  });
  return { time, sentS, renewal, stopping, late };
}

const lost = new ServiceFault('offline', 'lost', { answerLost: true });
const away = new ServiceFault('offline', 'away');

t.test('asked again after 1, 2 and 4 s, and on while a lost answer may be forgiven', async t => {
  const { time, sentS, renewal } = createTries(t, () => lost);
  const first = renewal.ask('one').catch((error: unknown) => error);
  await time.pass(70_000);
  t.equal(await first, lost);
  t.strictSame(sentS, [0, 1, 3, 7, 15, 23, 31, 39, 47]);
  const second = renewal.ask('one').catch((error: unknown) => error);
  await time.pass(70_000);
  t.equal(await second, lost);
  t.strictSame(
    sentS.slice(9).map(at => at - 70),
    [0, 1, 3, 7],
    'later there is nothing to be forgiven any more',
  );
});

t.test('An unsent renewal repeats only while an earlier one lacks an answer', async t => {
  const { time, sentS, renewal } = createTries(t, at => (at === 2 ? lost : away));
  await t.rejects(renewal.ask('one'), { message: 'away' });
  t.strictSame(sentS, [0]);
  const asked = renewal.ask('one').catch((error: unknown) => error);
  await time.pass(70_000);
  t.equal(await asked, away);
  t.strictSame(sentS.slice(1, 5), [0, 1, 3, 7]);
  t.equal(sentS.length, 10);
});

t.test('a token that a process before may have sent counts as unanswered from the start', async t => {
  const { time, sentS, renewal } = createTries(t, () => away);
  renewal.suspect('one');
  const asked = renewal.ask('one').catch((error: unknown) => error);
  await time.pass(70_000);
  t.equal(await asked, away);
  t.strictSame(sentS.slice(0, 4), [0, 1, 3, 7]);
  await t.rejects(renewal.ask('another'), { message: 'away' });
  t.equal(sentS.length, 10);
});

t.test('a pause that the service asks for is kept, if it can be forgiven after that', async t => {
  const slow = new ServiceFault('serviceError', 'slow', {
    httpStatus: 503,
    retryAfterMs: 20_000,
    answerLost: true,
  });
  const { time, sentS, renewal } = createTries(t, at =>
    at === 1 ? slow : { accessToken: 'a', refreshToken: 'r', expiresInS: 9 },
  );
  const asked = renewal.ask('one');
  await time.pass(30_000);
  t.match(await asked, { accessToken: 'a' });
  t.strictSame(sentS, [0, 20]);
});

t.test('a stop asks an unanswered token once more at once', async t => {
  const { time, sentS, renewal, stopping, late } = createTries(t, () => lost);
  const asked = renewal.ask('one').catch((error: unknown) => error);
  await time.pass(3_500);
  stopping.abort();
  await settled();
  t.strictSame(sentS, [0, 1, 3, 3.5]);
  late.abort();
  await settled();
  t.equal(await asked, lost);
});

t.test('a stop waits for what was sent until it is late, and gives up what was not', async t => {
  const bench = await setUp(t, { record: OLD });
  let answer = () => {};
  bench.server.token((received, response) => {
    answer = () => grant('granted')(received, response);
  });
  void bench.service.library.profile(calm()).catch(() => undefined);
  while (bench.server.to('token').length === 0) await turn();
  const stopped = bench.service.stop(new AbortController().signal);
  answer();
  await stopped;
  t.match(bench.cell.value, { accessToken: 'granted', refreshToken: 'refresh-of-granted' });
  t.equal(bench.cell.value?.renewing, undefined);

  const other = await setUp(t, { record: OLD });
  other.server.token(silence);
  void other.service.library.profile(calm()).catch(() => undefined);
  while (other.server.to('token').length === 0) await turn();
  const late = new AbortController();
  const ended = other.service.stop(late.signal);
  late.abort();
  await ended;
  t.match(
    other.logger.lines.join('\n'),
    /warn The service did not answer a token renewal before the agent stopped/,
  );
  t.match(other.cell.value, { refreshToken: REFRESH, renewing: true });

  const unsent = await setUp(t, { record: OLD });
  let open = () => {};
  unsent.cell.gate = new Promise(resolve => (open = resolve));
  void unsent.service.library.profile(calm()).catch(() => undefined);
  while (!unsent.cell.log.includes('write')) await turn();
  const rested = unsent.service.stop(new AbortController().signal);
  open();
  await rested;
  t.equal(unsent.server.received.length, 0, 'nothing is begun any more');
});

t.test('A new process ends the renewal that the former one left', async t => {
  const { server, service, cell } = await setUp(t, { record: { ...RECORD, renewing: true } });
  server.token(hangUp, grant('granted'));
  await service.start();
  while (cell.value?.accessToken !== 'granted') await sleep(5);
  t.equal(server.to('token').length, 2);
  t.equal(cell.value.renewing, undefined);

  const settledBefore = await setUp(t);
  await settledBefore.service.start();
  await sleep(50);
  t.equal(settledBefore.server.received.length, 0);
});

t.test('a disk that takes nothing: renewed when it must be, and not before', async t => {
  const { server, service, cell, clock } = await setUp(t);
  server.graphql(profile);
  cell.gate = Promise.reject(new Error('disk full'));
  cell.gate.catch(() => undefined);
  await service.library.profile(calm());
  clock.steady += (14_400 - 60 - 200) * 1_000;
  t.match(await service.library.profile(calm()), { id: 'LI:1' });
  t.equal(server.to('token').length, 0, 'the old tokens are good, and would be lost with the next restart');
  clock.steady += 400_000;
  t.match(await service.library.profile(calm()), { id: 'LI:1' });
  t.equal(server.to('token').length, 1);
});

t.test('A renewal writes what a restart needs', async t => {
  const written = async (responder: Responder) => {
    const { server, service, cell } = await setUp(t, { record: OLD });
    const calls: unknown[] = [];
    const write = cell.write.bind(cell);
    cell.write = next => {
      calls.push([next.refreshToken, next.renewing === true]);
      return write(next);
    };
    server.graphql(profile);
    server.token(responder, responder);
    await service.library.profile(calm()).catch(() => undefined);
    return calls.slice(0, 2);
  };
  const note = [REFRESH, true];
  t.strictSame(await written(grant('granted', { refresh_token: 'next' })), [note, ['next', false]]);
  t.strictSame(await written(invalidGrant), [note, ['', false]]);
});

t.test('failures are told when they begin, change and end; each refusal is told', async t => {
  const { server, service, clock, logger } = await setUp(t, { record: OLD, times: { againMs: [] } });
  server.graphql(profile);
  const told = () =>
    logger.lines.filter(line => /token/.test(line)).map(line => line.replace(/\s*\{.*/s, ''));
  server.token(raw('', 500));
  for (let at = 0; at < 3; at += 1) await faultOf(service.library.profile(calm()));
  server.token(json({ error: 'invalid_client', error_description: `not ${REFRESH}` }, 401));
  for (let at = 0; at < 3; at += 1) await faultOf(service.library.profile(calm()));
  server.token(grant('granted'));
  await service.library.profile(calm());
  const said = [
    'warn The tokens could not be renewed; the agent tries again later.',
    'error The tokens cannot be renewed: the service does not accept this client. See TONEARM_CLIENT_ID and TONEARM_CLIENT_SECRET.',
    'info The tokens were renewed again.',
  ];
  t.strictSame(told(), said);
  t.match(logger.lines.join('\n'), /failures: 6/);
  t.notMatch(logger.lines.join('\n'), new RegExp(REFRESH));
  clock.steady += 20_000_000;
  server.token(invalidGrant);
  await faultOf(service.library.profile(calm()));
  t.strictSame(told().slice(said.length), [
    'warn The service refused to renew the tokens; the agent asks once more.',
    'warn The tokens cannot be renewed: the service has refused twice.',
  ]);
});
