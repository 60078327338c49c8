import t from 'tap';
import { early } from '../rigs/core/full.js';
import { timerOf } from '../rigs/core/outside.js';
import { createPlaying, createStage, type Stage } from '../rigs/core/stage.js';

const LINK_UP = { type: 'network.linkUp' } as const;
const SOON = { delayMs: 0, spreadMs: 5_000 };

/** What is waited until the service is tried again. */
const waitOf = (stage: Stage) => timerOf(stage, 'serviceRetry');

/** It asks what is current, and has been told so often that nobody answers. */
function waiting(tries: number): Stage {
  const stage = createStage().send({ type: 'player.ready' }).send({ type: 'engine.started' }).failed();
  for (let count = 1; count < tries; count += 1) stage.fires('serviceRetry').failed();
  return stage;
}

t.test('A new link makes a long wait try within five seconds', async t => {
  for (const tries of [7, 8, 30]) {
    const stage = waiting(tries).send(LINK_UP);
    t.match(stage.effects, [{ type: 'timer.set', name: 'serviceRetry', ...SOON }], `${tries} tries`);
    t.match(stage.public, { silenceReason: 'offline' });
    stage.fires('serviceRetry').failed();
    t.match(waitOf(stage), { name: 'serviceRetry', delayMs: 2_250 }, 'the next wait is no long one');
  }
});

t.test('A new link leaves an early retry alone', async t => {
  for (const tries of [1, 3, 5]) t.strictSame(waiting(tries).send(LINK_UP).effects, [], `${tries} tries`);
});

t.test('a question under way is waited for; should it fail, the next wait is short', async t => {
  const stage = waiting(20).fires('serviceRetry').send(LINK_UP);
  t.strictSame(stage.effects, []);
  stage.failed();
  t.match(waitOf(stage), { name: 'serviceRetry', delayMs: 2_250 });
});

t.test('a service that answers with errors, or asked for patience, is not hurried', async t => {
  const stage = waiting(1);
  for (let count = 0; count < 9; count += 1) {
    stage.fires('serviceRetry').failed({ code: 'serviceError', retryAfterMs: 60_000 });
  }
  t.strictSame(stage.send(LINK_UP).effects, []);
  t.match(waitOf(stage.fires('serviceRetry').failed({ code: 'serviceError' })), { delayMs: 16_500 });
});

t.test('an end that could not be reported while the next item sounds is reported soon', async t => {
  const stage = early();
  const fail = () => stage.failed({ code: 'offline' }, stage.asked('place'));
  fail();
  t.strictSame(stage.send(LINK_UP).effects, [], 'a short wait');
  for (let count = 0; count < 9; count += 1) {
    stage.fires('serviceRetry');
    fail();
  }
  t.equal(stage.public.silenceReason, null);
  t.match(stage.send(LINK_UP).effects, [{ type: 'timer.set', name: 'serviceRetry', ...SOON }]);
  t.same(stage.fires('serviceRetry').ops, ['setEnded']);
  t.match(waitOf(fail()), { delayMs: 2_250 });
});

t.test('A new link changes nothing for anybody else', async t => {
  const empty = createStage({ restored: { source: null, wish: 'stopped' } }).send({ type: 'engine.started' });
  for (const stage of [createPlaying(), empty.failed({ code: 'noSource' })]) {
    const before = stage.state;
    t.equal(stage.send(LINK_UP).state, before);
  }
});
