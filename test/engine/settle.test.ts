import t from 'tap';
import { advance } from '../../src/engine/settle.js';
import { lost, refused } from '../fakes/engine-ports.js';
import { act } from '../fakes/engine-settling.js';
import { createItem } from '../fakes/engine-stage.js';
import { settled, useFakeTime } from '../fakes/engine-time.js';

const REPORT = { sourceId: 'ST:1', index: 0, elapsedS: 180, lengthS: 180 };
const NEXT = createItem(1);
const SAME = createItem(0);

const end = (doubtful: boolean) => act(options => advance(REPORT, { by: 'end', doubtful }, options));

t.test('the item in the answer follows where its index has moved', async t => {
  const { service, outcome, answer } = end(false);
  await answer(NEXT);
  t.same(service.names, ['setEnded']);
  t.match(service.last.params, REPORT);
  t.equal(outcome.value, NEXT);
});

t.test(
  'an answer that has not moved is asked about after 1, 2 and 4 seconds, then nothing follows',
  async t => {
    const time = useFakeTime(t);
    const { service, outcome, answer } = end(false);
    await answer(SAME);
    for (const [index, ms] of [1_000, 2_000, 4_000].entries()) {
      await time.pass(ms - 250);
      t.equal(service.calls.length, index + 1, 'not earlier');
      await time.pass(250);
      t.equal(service.calls.length, index + 2);
      await answer(SAME);
    }
    t.same(service.names, ['setEnded', 'current', 'current', 'current']);
    t.equal(outcome.value, null);
  },
);

t.test('that a report was taken is told before what follows is known, and only then', async t => {
  useFakeTime(t);
  const told: string[] = [];
  const how = { by: 'end', doubtful: false, onTaken: () => told.push('taken') } as const;
  const moved = act(options => advance(REPORT, how, options));
  await moved.answer(NEXT);
  t.same(told, []);
  const same = act(options => advance(REPORT, how, options));
  await same.answer(SAME);
  t.same(told, ['taken']);
});

t.test('an answer without an item is asked about, too', async t => {
  const time = useFakeTime(t);
  const { outcome, answer } = end(false);
  await answer(null);
  await time.pass(1_000);
  await answer(NEXT);
  t.equal(outcome.value, NEXT);
});

t.test('a lost answer is settled with current: taken', async t => {
  const { service, outcome, answer, fail } = end(false);
  await fail(lost());
  t.same(service.names, ['setEnded', 'current']);
  await answer(NEXT);
  t.equal(outcome.value, NEXT);
});

t.test('a lost answer is settled with current: not taken, so it is sent again, once', async t => {
  const { service, outcome, answer, fail } = end(false);
  await fail(lost());
  await answer(SAME);
  t.same(service.names, ['setEnded', 'current', 'setEnded']);
  await fail(lost());
  t.equal(service.calls.length, 3);
  t.match(outcome.fault, { code: 'offline', answerLost: true });
});

t.test('an old doubt is settled before anything is reported', async t => {
  const { service, outcome, answer } = end(true);
  t.same(service.names, ['current']);
  await answer(SAME);
  t.same(service.names, ['current', 'setEnded']);
  await answer(NEXT);
  t.equal(outcome.value, NEXT);
});

t.test('a refusal is a refusal and leaves no doubt', async t => {
  const { service, outcome, fail } = end(false);
  await fail(refused('skipLimitReached'));
  t.same(service.names, ['setEnded']);
  t.match(outcome.fault, { code: 'skipLimitReached', answerLost: false });
});

t.test('a current that cannot settle the doubt leaves it, whatever it failed of', async t => {
  const old = end(true);
  await old.fail(refused('serviceError', { retryAfterMs: 7_000 }));
  t.match(old.outcome.fault, {
    code: 'serviceError',
    answerLost: true,
    retryAfterMs: 7_000,
    serviceMessage: 'words',
  });
  const fresh = end(false);
  await fresh.fail(lost());
  await fresh.fail(refused('offline'));
  t.match(fresh.outcome.fault, { code: 'offline', answerLost: true });
});

t.test('a report that was taken stays so when what follows cannot be asked', async t => {
  const time = useFakeTime(t);
  const { outcome, answer, fail } = end(false);
  await answer(SAME);
  await time.pass(1_000);
  await fail(refused('offline'));
  t.match(outcome.fault, { answerLost: true });
});

t.test('a report that hangs is settled in time for the listener who waits', async t => {
  const time = useFakeTime(t);
  const { service, outcome, answer } = end(false);
  await time.pass(5_000);
  t.same(service.names, ['setEnded', 'current']);
  await answer(NEXT);
  t.equal(outcome.value, NEXT);
});

t.test('a report that is late is not sent again before its answer is given up', async t => {
  const time = useFakeTime(t);
  const { service, outcome, answer, fail } = end(false);
  for (const [at, ms] of [5_000, 2_000, 2_000].entries()) {
    await time.pass(ms);
    t.equal(service.names.filter(name => name === 'setEnded').length, 1);
    t.equal(
      service.names.filter(name => name === 'current').length,
      at + 1,
      'it is asked whether it was taken',
    );
    await (at === 1 ? fail(refused('offline')) : answer(SAME));
  }
  await time.pass(1_000);
  await answer(SAME);
  t.same(service.names.slice(-2), ['current', 'setEnded'], 'now it may be lost');
  await answer(NEXT);
  t.equal(outcome.value, NEXT);
  await time.pass(20_000);
  t.equal(service.calls.length, 6, 'and nothing goes on being asked');
});

t.test('a late answer is as good as one in time', async t => {
  const time = useFakeTime(t);
  const { service, outcome } = end(false);
  const [sent] = service.calls;
  await time.pass(7_000);
  sent?.resolve(NEXT);
  await settled();
  t.equal(outcome.value, NEXT);
  t.notOk(service.names.slice(1).includes('setEnded'));
  t.equal(service.last.signal?.aborted, true, 'what was asked meanwhile is given up');
});

t.test('what is no fault of the service while a late report is watched is a bug, too', async t => {
  const time = useFakeTime(t);
  const { service, outcome } = end(false);
  await time.pass(5_000);
  service.last.reject(new TypeError('bug'));
  await settled();
  t.type(outcome.fault, TypeError);
});

t.test('given up while it waits: the answer is lost', async t => {
  useFakeTime(t);
  const call = new AbortController();
  const { outcome, answer } = act(
    options => advance(REPORT, { by: 'end', doubtful: false }, options),
    call.signal,
  );
  await answer(SAME);
  call.abort();
  await settled();
  t.match(outcome.fault, { code: 'offline', answerLost: true });
});

t.test('given up while it is sent: nothing more is asked', async t => {
  const call = new AbortController();
  const { service, outcome } = act(
    options => advance(REPORT, { by: 'end', doubtful: false }, options),
    call.signal,
  );
  call.abort();
  await settled();
  t.same(service.names, ['setEnded']);
  t.match(outcome.fault, { answerLost: true });
});

t.test('what is no fault of the service is a bug and stays one', async t => {
  const { service, outcome } = end(true);
  service.last.reject(new TypeError('bug'));
  await settled();
  t.type(outcome.fault, TypeError);
});

t.test('once a report was answered, it is never sent again', async t => {
  const time = useFakeTime(t);
  const first = end(false);
  await first.answer(SAME);
  await time.pass(1_000);
  await first.fail(refused());
  t.same(first.service.names, ['setEnded', 'current']);
  t.match(first.outcome.fault, { answerLost: true, reportTaken: true });

  const again = act(options => advance(REPORT, { by: 'end', doubtful: true, taken: true }, options));
  t.same(again.service.names, []);
  await time.pass(1_000);
  t.same(again.service.names, ['current']);
  await again.answer(NEXT);
  t.equal(again.outcome.value, NEXT);
});
