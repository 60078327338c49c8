import t from 'tap';
import { createBudget } from '../../src/service/budget.js';
import { calm, CODE, faultOf, setUp } from '../rigs/service/bench.js';
import { json, raw } from '../fakes/service/server.js';
import { settled, useFakeTime } from '../fakes/time/fake.js';

const HOUR_MS = 3_600_000;
/** A signal of its own for each: the timers of a simulated time leave their listeners behind. */
const never = () => new AbortController().signal;

t.test('whatever is asked of it, an hour holds no more than the store and what flows in', async t => {
  const time = useFakeTime(t);
  const budget = createBudget({ clock: time.clock });
  let taken = 0;
  for (let asked = 0; asked < 1_000; asked += 1) void budget.take(never()).then(() => (taken += 1));
  await settled();
  t.equal(taken, 150, 'at once');
  await time.pass(HOUR_MS / 4);
  t.ok(taken >= 199 && taken <= 201, `${taken} after a quarter of an hour`);
  t.equal(budget.isAmple, false);
  t.equal(budget.scarceMsFor(0), 50 * 18_000);
});

t.test('The budget serves callers in turn and lets them stop waiting', async t => {
  const time = useFakeTime(t);
  const budget = createBudget({ clock: time.clock });
  for (let asked = 0; asked < 150; asked += 1) await budget.take(never());
  const served: string[] = [];
  const gone = new AbortController();
  void budget.take(never()).then(() => served.push('first'));
  void budget.take(gone.signal).catch(() => served.push('gone'));
  void budget.take(never()).then(() => served.push('third'));
  await settled();
  t.strictSame(served, []);
  gone.abort();
  await time.pass(18_000);
  t.strictSame(served, ['first', 'gone']);
  await time.pass(18_000);
  t.strictSame(served, ['first', 'gone', 'third']);
});

t.test('The budget takes back requests up to the size of its store', async t => {
  const time = useFakeTime(t);
  const budget = createBudget({ clock: time.clock });
  for (let asked = 0; asked < 150; asked += 1) await budget.take(never());
  budget.giveBack(60);
  t.equal(budget.isAmple, true);
  t.equal(budget.scarceMsFor(0), 0);
  budget.giveBack(1_000);
  let taken = 0;
  for (let asked = 0; asked < 200; asked += 1) void budget.take(never()).then(() => (taken += 1));
  await settled();
  t.equal(taken, 150);
});

t.test('a listener who looks around is stopped before playback is', async t => {
  const { server, service, clock } = await setUp(t);
  server.graphql(raw('out of order', 500));
  let refused: unknown;
  for (let asked = 0; refused === undefined && asked < 200; asked += 1) {
    await service.library.profile(calm()).catch((error: unknown) => {
      if (error instanceof Error && error.name === 'RefusedError') refused = error;
    });
  }
  t.match(refused, { refusal: { reason: 'rateLimited', retryAfterMs: Number } });
  t.equal(server.to('graphql').length, 101);
  const report = { sourceId: 'ST:1', index: 1, elapsedS: 9 };
  t.match(await faultOf(service.playback.setProgress(report, calm())), { retryAfterMs: Number }, 'left out');
  t.equal(server.to('graphql').length, 101);
  t.match(await faultOf(service.playback.setEnded({ ...report, lengthS: 9 }, calm())), { httpStatus: 500 });
  t.equal(server.to('graphql').length, 102, 'an end is never left out');
  server.graphql(json({ data: { profile: { id: 'LI:1' } } }));
  clock.steady += 60_000;
  t.match(await service.library.profile(calm()), { id: 'LI:1' });
});

t.test('A listener’s successful commands and their looks cost nothing', async t => {
  const { server, service } = await setUp(t);
  const place = { sourceId: 'ST:1', index: 1, elapsedS: 9 };
  const current = json({ data: { playback: { current: { __typename: 'TrackItem', index: 0 } } } });
  const none = { status: 'OK', current: null };
  for (let asked = 0; asked < 200; asked += 1) {
    server.graphql(json({ data: { playback: { replay: none, skip: none } } }));
    if (asked % 2 === 0) t.equal(await service.playback.replay({ ...place, trackToken: 't' }, calm()), true);
    else t.equal(await service.playback.skip({ ...place, lengthS: 9 }, calm()), null);
    server.graphql(current);
    t.equal((await service.playback.current(calm())).kind, 'track');
  }
  server.graphql(json({ data: { profile: { id: 'LI:1' } } }));
  t.match(await service.library.profile(calm()), { id: 'LI:1' });
});

t.test('however often a listener pauses and goes on, the service is told of a bounded number', async t => {
  const { server, service, clock } = await setUp(t);
  const done = { status: 'OK', current: null };
  server.graphql(json({ data: { playback: { pause: done, started: done, setStarted: done } } }));
  const place = { sourceId: 'ST:1', index: 1, elapsedS: 9 };
  await service.playback.setStarted(place, calm());
  const turn = async (): Promise<void> => {
    await service.playback.setPaused(place, calm());
    await service.playback.setStarted(place, calm());
    clock.steady += 1_000;
  };
  for (let turned = 0; turned < 120; turned += 1) await turn();
  const told = server.to('graphql').length;
  t.ok(told >= 120);
  const leftOut = { code: 'serviceError', retryAfterMs: 3_480_000 };
  t.match(await faultOf(service.playback.setPaused(place, calm())), leftOut);
  t.match(await faultOf(service.playback.setStarted(place, calm())), leftOut);
  t.equal(server.to('graphql').length, told);
  await service.playback.setStarted({ ...place, index: 2 }, calm());
  t.equal(server.to('graphql').length, told + 1, 'that another item has begun is told all the same');
  clock.steady += 3_480_000;
  await turn();
  t.ok(server.to('graphql').length > told + 1, 'and again, as those before lie an hour back');
});

t.test('a burst of what listeners ask leaves as much', async t => {
  const { server, service } = await setUp(t);
  server.graphql(raw('out of order', 500));
  const asked = Array.from({ length: 300 }, () => service.library.profile(calm()).catch(() => null));
  await Promise.all(asked);
  t.equal(server.to('graphql').length, 101);
  const end = { sourceId: 'ST:1', index: 1, elapsedS: 9, lengthS: 9 };
  t.match(await faultOf(service.playback.setEnded(end, calm())), { httpStatus: 500 });
  t.equal(server.to('graphql').length, 102);
});

t.test('sign-ins that come to nothing cost the household nothing', async t => {
  const { server, service } = await setUp(t);
  server.graphql(json({ data: { profile: { id: 'LI:2' } } }));
  const settle = () => Promise.reject(new Error('another account'));
  for (let at = 0; at < 40; at += 1)
    await t.rejects(service.account.signIn(CODE, { ...calm(), settle }), new Error('another account'));
  t.equal(server.received.length, 120, 'exchange, profile, revocation');
  server.graphql(raw('out of order', 500));
  for (let at = 0; at < 101; at += 1)
    t.match(await faultOf(service.library.profile(calm())), { httpStatus: 500 });
  await t.rejects(service.library.profile(calm()), { name: 'RefusedError' });
});

t.test('A listener’s successful calls cost nothing', async t => {
  const { server, service } = await setUp(t);
  server.graphql(json({ data: { profile: { id: 'LI:1' } } }));
  for (let asked = 0; asked < 300; asked += 1) await service.library.profile(calm());
  t.equal(server.to('graphql').length, 300);
});
