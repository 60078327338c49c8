import t from 'tap';
import { advance } from '../../src/engine/settle.js';
import { goBack, replay, setFeedback } from '../../src/engine/settle-commands.js';
import { ServiceFault } from '../../src/errors.js';
import { lost, refused } from '../fakes/engine-ports.js';
import { act } from '../fakes/engine-settling.js';
import { createItem } from '../fakes/engine-stage.js';

const REPORT = { sourceId: 'ST:1', index: 0, elapsedS: 180, lengthS: 180 };
const NEXT = createItem(1);
const SAME = createItem(0);
const LEFT = { sourceId: 'ST:1', index: 0, elapsedS: 12 };

t.test('a skip is a skip, and settled like an end', async t => {
  const { service, outcome, fail, answer } = act(options =>
    advance({ ...REPORT, elapsedS: 12 }, { by: 'skip', doubtful: false }, options),
  );
  t.match(service.last, { name: 'skip', params: { elapsedS: 12, lengthS: 180 } });
  await fail(lost());
  await answer(NEXT);
  t.same(service.names, ['skip', 'current']);
  t.equal(outcome.value, NEXT);
});

t.test('a step back whose answer is lost is settled, never repeated', async t => {
  const moved = act(options => goBack(LEFT, options));
  await moved.fail(lost());
  await moved.answer(NEXT);
  t.same(moved.service.names, ['previous', 'current']);
  t.equal(moved.outcome.value, NEXT);
  const stayed = act(options => goBack(LEFT, options));
  await stayed.fail(lost());
  await stayed.answer(SAME);
  t.same(stayed.service.names, ['previous', 'current']);
  t.match(stayed.outcome.fault, { code: 'offline', answerLost: false });
});

t.test('a step back without an item in its answer is asked about', async t => {
  const { service, outcome, answer } = act(options => goBack(LEFT, options));
  await answer(null);
  await answer(NEXT);
  t.same(service.names, ['previous', 'current']);
  t.equal(outcome.value, NEXT);
});

t.test('a step back that is refused, or cannot be settled, says so', async t => {
  const limited = act(options => goBack(LEFT, options));
  await limited.fail(refused('skipLimitReached'));
  t.match(limited.outcome.fault, { code: 'skipLimitReached' });
  const unsure = act(options => goBack(LEFT, options));
  await unsure.fail(lost());
  await unsure.fail(refused('offline'));
  t.match(unsure.outcome.fault, { code: 'offline', answerLost: true });
});

t.test('what failed of itself is told as that once it is known not to have been done', async t => {
  const failed = act(options => goBack(LEFT, options));
  await failed.fail(
    new ServiceFault('serviceError', 'Broken.', { answerLost: true, httpStatus: 500, retryAfterMs: 3_000 }),
  );
  await failed.answer(SAME);
  t.match(failed.outcome.fault, {
    code: 'serviceError',
    answerLost: false,
    httpStatus: 500,
    retryAfterMs: 3_000,
  });
});

const REPLAYED = { ...LEFT, trackToken: 'token-0' };

t.test('a replay is followed by current; without the operation there is nothing to ask', async t => {
  const done = act(options => replay(REPLAYED, options));
  await done.answer(true);
  await done.answer(NEXT);
  t.same(done.service.names, ['replay', 'current']);
  t.equal(done.outcome.value, NEXT);
  const missing = act(options => replay(REPLAYED, options));
  await missing.answer(false);
  t.same(missing.service.names, ['replay']);
  t.equal(missing.outcome.value, null);
});

t.test('a replay whose answer is lost is settled, never repeated', async t => {
  const { service, outcome, fail, answer } = act(options => replay(REPLAYED, options));
  await fail(lost());
  await answer(SAME);
  t.same(service.names, ['replay', 'current']);
  t.match(outcome.fault, { code: 'offline', answerLost: false });
});

const RATED = { targetId: 'TR:0', sourceContextId: 'ST:1', trackToken: 'token-0', elapsedS: 12 };

t.test(
  'a thumb-up whose answer is lost is given again, a thumb-down is not: it may have skipped',
  async t => {
    const up = act(options => setFeedback({ ...RATED, value: 'UP' }, options));
    await up.fail(lost());
    await up.answer(null);
    t.same(up.service.names, ['setFeedback', 'setFeedback']);
    t.equal(up.outcome.value, null);
    const down = act(options => setFeedback({ ...RATED, value: 'DOWN' }, options));
    await down.fail(lost());
    await down.answer(NEXT);
    t.same(down.service.names, ['setFeedback', 'current']);
    t.equal(down.outcome.value, NEXT);
  },
);

t.test('a thumb-down that was not taken is given again, one that was taken is not', async t => {
  const missed = act(options => setFeedback({ ...RATED, value: 'DOWN' }, options));
  await missed.fail(lost());
  await missed.answer(SAME);
  t.same(missed.service.names, ['setFeedback', 'current', 'setFeedback']);
  const taken = act(options => setFeedback({ ...RATED, value: 'DOWN' }, options));
  await taken.fail(lost());
  await taken.answer({ ...SAME, feedback: 'DOWN' });
  t.same(taken.service.names, ['setFeedback', 'current']);
  const untold = act(options => setFeedback({ ...RATED, trackToken: null, value: 'DOWN' }, options));
  await untold.fail(lost());
  await untold.answer(SAME);
  t.same(untold.service.names, ['setFeedback', 'current'], 'without a token nobody can say');
});
