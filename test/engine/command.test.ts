import t from 'tap';
import type { RefusedError } from '../../src/contract/errors.js';
import { toPlaying } from '../../src/core/playing.js';
import { createBench, refusalOf } from '../rigs/engine/bench.js';
import { refused } from '../fakes/ports/scripted.js';
import { createItem, LISTENER } from '../rigs/core/stage.js';
import { settled } from '../fakes/time/fake.js';

t.test('a refusal reaches the caller with its stable word', async t => {
  const { engine, startPlaying } = createBench(t);
  await startPlaying(createItem(0, { interactions: [] }));
  t.match(await refusalOf(engine.execute({ type: 'next' }, LISTENER)), {
    reason: 'notAllowed',
    interaction: 'SKIP',
  });
});

t.test('a source is answered with the service, and an error leaves what sounds untouched', async t => {
  const { service, player, engine, startPlaying } = createBench(t);
  await startPlaying();
  const { item: before } = toPlaying(engine.state);
  const loads = player.names.filter(name => name === 'load').length;
  const played = engine.execute({ type: 'play', sourceId: 'AL:9' }, LISTENER);
  t.equal(engine.snapshot().state.silenceReason, null);
  service.last.reject(refused('notSupported'));
  t.match(await refusalOf(played), {
    reason: 'notSupported',
    message: 'words',
    serviceCode: 'CODE',
    serviceMessage: 'words',
  });
  t.equal(toPlaying(engine.state).item, before);
  t.equal(player.names.filter(name => name === 'load').length, loads);
});

t.test('sign-in faults and patience are told in the words of the contract', async t => {
  const { service, engine, startPlaying } = createBench(t);
  await startPlaying();
  const played = engine.execute({ type: 'play', sourceId: 'AL:9' }, LISTENER);
  service.last.reject(refused('grantRefused', { retryAfterMs: 5_000 }));
  t.match(await refusalOf(played), { reason: 'serviceError', retryAfterMs: 5_000 });
});

t.test('no answer in ten seconds: offline, given up, and never in effect later', async t => {
  const { time, service, engine, startPlaying } = createBench(t);
  await startPlaying();
  const played = engine.execute({ type: 'play', sourceId: 'AL:9' }, LISTENER);
  const refusal = refusalOf(played);
  await time.pass(9_250);
  t.same(service.names, ['current', 'setSource', 'setSource'], 'a hanging one is asked once more');
  await time.pass(1_000);
  t.match(await refusal, { reason: 'offline' });
  service.last.resolve({ source: { id: 'AL:9', type: 'AL', name: null }, item: createItem(7) });
  await settled();
  t.equal(engine.snapshot().state.source?.id, 'ST:1');
});

t.test('The engine refuses waiting commands of a dismissed client at once', async t => {
  const { service, engine, startPlaying } = createBench(t);
  await startPlaying();
  const ask = (key: string, sourceId: string) =>
    engine.execute({ type: 'play', sourceId }, { ...LISTENER, key }).then(
      () => 'done',
      (error: unknown) => (error as RefusedError).refusal.reason,
    );
  const [first, second, other] = [ask('bob', 'AL:1'), ask('bob', 'AL:2'), ask('ada', 'AL:3')];
  engine.dismiss(new Set(['bob', 'nobody']));
  t.equal(await second, 'unauthorized');
  const set = (id: string) =>
    service.last.resolve({ source: { id, type: 'AL', name: null }, item: createItem(0) });
  set('AL:1');
  t.equal(await first, 'done', 'the service was asked for it');
  t.match(service.last, { name: 'setSource', params: 'AL:3' });
  set('AL:3');
  t.equal(await other, 'done');
});

t.test('a command that waits behind another has its own ten seconds', async t => {
  const { time, service, engine, startPlaying } = createBench(t);
  await startPlaying();
  const first = refusalOf(engine.execute({ type: 'play', sourceId: 'AL:9' }, LISTENER));
  await time.pass(5_000);
  let isWaiting = true;
  const second = refusalOf(engine.execute({ type: 'next' }, LISTENER)).finally(() => {
    isWaiting = false;
  });
  await time.pass(5_000);
  t.match(await first, { reason: 'offline' });
  t.match(service.last.name, 'skip');
  await time.pass(4_250);
  t.ok(isWaiting);
  await time.pass(250);
  t.match(await second, { reason: 'offline' });
});
