import t from 'tap';
import { toRetryAfterMs } from '../../src/service/throttle.js';
import { calm, CODE, faultOf, RECORD, setUp, signIn } from '../rigs/service/bench.js';
import { grant, json, raw, type Responder } from '../fakes/service/server.js';

const profile = json({ data: { profile: { id: 'LI:1' } } });
const enough = raw('enough', 429, { 'retry-after': '600' });

t.test('nothing is sent while a Retry-After runs', async t => {
  const { server, service, clock } = await setUp(t);
  server.graphql(raw('slow down', 429, { 'retry-after': '30' }), profile);
  t.match(await faultOf(service.library.profile(calm())), {
    code: 'serviceError',
    httpStatus: 429,
    retryAfterMs: 30_000,
  });
  t.equal(service.reachability, 'error');
  clock.steady += 10_000;
  t.match(await faultOf(service.library.profile(calm())), {
    code: 'serviceError',
    retryAfterMs: 20_000,
    answerLost: false,
  });
  t.equal(server.to('graphql').length, 1);
  clock.epoch += 86_400_000;
  t.match(
    await faultOf(service.library.profile(calm())),
    { code: 'serviceError' },
    'no wall clock ends the wait',
  );
  clock.steady += 20_000;
  t.match(await service.library.profile(calm()), { id: 'LI:1' });
  t.equal(service.reachability, 'ok');
});

t.test(
  'a wait that a search was asked for holds back all calls: the service limits the application',
  async t => {
    const { server, service, clock } = await setUp(t);
    server.graphql(enough, json({ data: { playback: { current: null } } }));
    t.match(await faultOf(service.library.search({ query: 'harbour' }, calm())), { retryAfterMs: 600_000 });
    t.match(await faultOf(service.playback.current(calm())), { retryAfterMs: 600_000, answerLost: false });
    t.equal(server.to('graphql').length, 1);
    clock.steady += 600_000;
    await faultOf(service.playback.current(calm()));
    t.equal(server.to('graphql').length, 2);
  },
);

/** For a stranger’s tokens `his`, for all others what is good. */
const ofStranger =
  (his: Responder): Responder =>
  (received, response) =>
    (received.headers.authorization === 'Bearer his' ? his : profile)(received, response);

t.test('an account of which the service has enough holds back nobody else’s', async t => {
  const { server, service } = await setUp(t);
  server.graphql(ofStranger(enough));
  server.token(grant('his'), grant('hers'));
  t.match(await faultOf(signIn(service, CODE)), { message: /did not say whose/ });
  t.equal(server.to('graphql').length, 1, 'nor is it asked again');
  t.match(await service.library.profile(calm()), { id: 'LI:1' }, 'what the household asks');
  t.equal(await signIn(service, CODE), 'same', 'and its next sign-in');
});

t.test('a stranger whose tokens the service does not revoke just now holds no exchange back', async t => {
  const { server, service } = await setUp(t);
  server.revoke(enough);
  server.token(grant('his'), grant('hers'));
  server.graphql(ofStranger(json({ data: { profile: { id: 'LI:2' } } })));
  const settle = () => Promise.reject(new Error('refused'));
  await t.rejects(service.account.signIn(CODE, { ...calm(), settle }), { message: 'refused' });
  t.equal(server.to('revoke').length, 1);
  t.equal(await signIn(service, CODE), 'same');
});

t.test('a wait that an exchange was asked for holds back sign-ins, and no renewal', async t => {
  const { server, service, clock } = await setUp(t, { record: { ...RECORD, obtainedAtMs: 0 } });
  const tokens = (received: { readonly form: URLSearchParams }) => received.form.get('grant_type');
  server.token((received, response) =>
    (tokens(received) === 'refresh_token' ? grant('renewed') : enough)(received, response),
  );
  t.match(await faultOf(signIn(service, CODE)), { httpStatus: 429, retryAfterMs: 600_000 });
  t.match(await faultOf(signIn(service, CODE)), { message: /asked the speaker to wait/ });
  t.match(await service.library.profile(calm()), { id: 'LI:1' });
  t.strictSame(server.to('token').map(tokens), ['authorization_code', 'refresh_token']);
  clock.steady += 600_000;
  server.token(grant('granted'));
  t.equal(await signIn(service, CODE), 'same');
});

t.test('Retry-After is read as seconds or a date, capped, and rubbish is ignored', async t => {
  const at = (value: string | undefined, status = 429, date?: string) =>
    toRetryAfterMs(status, { 'retry-after': value, date }, Date.parse('2026-01-01T00:00:00Z'));
  t.equal(at('5'), 5_000);
  t.equal(at('0'), 0);
  t.equal(at('Thu, 01 Jan 2026 00:00:20 GMT'), 20_000);
  t.equal(
    at('Thu, 01 Jan 1970 00:00:50 GMT', 429, 'Thu, 01 Jan 1970 00:00:00 GMT'),
    50_000,
    'by its own date',
  );
  t.equal(at('Wed, 31 Dec 2025 23:00:00 GMT'), 0);
  t.equal(at('999999999999'), 600_000);
  t.equal(at('999', 503), 60_000);
  for (const value of ['soon', '-5', '1e3', '', undefined]) t.equal(at(value), undefined, value ?? 'none');
});
