import t from 'tap';
import { toRetryAfterMs } from '../../src/service/throttle.js';
import { calm, faultOf, setUp } from '../rigs/service/bench.js';
import { json, raw } from '../fakes/service/server.js';

const profile = json({ data: { profile: { id: 'LI:1' } } });

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
