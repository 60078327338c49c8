import t from 'tap';
import { advance } from '../../src/engine/settle.js';
import { ServiceFault } from '../../src/errors.js';
import { lost, refused } from '../fakes/engine-ports.js';
import { act } from '../fakes/engine-settling.js';
import { createItem } from '../fakes/engine-stage.js';
import { useFakeTime } from '../fakes/engine-time.js';

const REPORT = { sourceId: 'AL:1', index: 0, elapsedS: 180, lengthS: 180 };
const NEXT = createItem(1);
const SAME = createItem(0);

const send = (by: 'end' | 'skip') => act(options => advance(REPORT, { by, doubtful: false }, options));
const empty = () => new ServiceFault('serviceError', 'Nothing.', { answerLost: true, empty: true });

t.test('an end that a broken server may have taken is not told again blindly', async t => {
  const { service, outcome, answer, fail } = send('end');
  await fail(refused('serviceError'));
  t.same(service.names, ['setEnded', 'current']);
  await answer(NEXT);
  t.equal(outcome.value, NEXT);
  const again = send('end');
  await again.fail(refused('serviceError'));
  await again.answer(SAME);
  await again.fail(refused('serviceError'));
  t.same(again.service.names, ['setEnded', 'current', 'setEnded']);
  t.match(again.outcome.fault, { code: 'serviceError', answerLost: true, httpStatus: 500 });
});

t.test('a skip that a broken server refused is refused', async t => {
  const { service, outcome, fail } = send('skip');
  await fail(refused('serviceError'));
  t.same(service.names, ['skip']);
  t.match(outcome.fault, { code: 'serviceError', answerLost: true }, 'and may have been taken');
});

t.test('a skip whose answer is lost twice is settled once more, so that no doubt is left', async t => {
  const twice = async () => {
    const acted = send('skip');
    await acted.fail(lost());
    await acted.answer(SAME);
    await acted.fail(lost());
    return acted;
  };
  const refusedAfterAll = await twice();
  t.same(refusedAfterAll.service.names, ['skip', 'current', 'skip', 'current']);
  await refusedAfterAll.answer(SAME);
  t.match(refusedAfterAll.outcome.fault, { code: 'offline', answerLost: false });
  const taken = await twice();
  await taken.answer(NEXT);
  t.equal(taken.outcome.value, NEXT);
  const unknown = await twice();
  await unknown.fail(refused('offline'));
  t.match(unknown.outcome.fault, { answerLost: true });
});

t.test('a service that holds nothing after the last item is asked as often, then that is told', async t => {
  const time = useFakeTime(t);
  const { service, outcome, answer, fail } = send('end');
  await answer(null);
  for (const ms of [1_000, 2_000, 4_000]) {
    t.equal(outcome.fault, undefined);
    await time.pass(ms);
    await fail(refused('noSource'));
  }
  t.same(service.names, ['setEnded', 'current', 'current', 'current']);
  t.match(outcome.fault, { code: 'noSource', reportTaken: true });
});

t.test('one that answers with nothing at all has nothing more', async t => {
  const time = useFakeTime(t);
  const { outcome, answer, fail } = send('end');
  await answer(null);
  for (const ms of [1_000, 2_000, 4_000]) {
    await time.pass(ms);
    await fail(empty());
  }
  t.equal(outcome.value, null);
  const late = send('end');
  await late.answer(null);
  await time.pass(1_000);
  await late.fail(refused('noSource'));
  await time.pass(2_000);
  await late.answer(NEXT);
  t.equal(late.outcome.value, NEXT, 'what comes late comes');
});
