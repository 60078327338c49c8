import t from 'tap';
import { early } from '../fakes/engine-full.js';
import { createPlaying, createStage, type Stage } from '../fakes/engine-stage.js';

const LINK_UP = { type: 'network.linkUp' } as const;
const SOON = { delayMs: 0, spreadMs: 5_000 };

/** It asks what is current, and has been told so often that nobody answers. */
function waiting(tries: number): Stage {
  const stage = createStage().send({ type: 'player.ready' }).send({ type: 'engine.started' }).failed();
  for (let count = 1; count < tries; count += 1) stage.fires('retry').failed();
  return stage;
}

t.test('who waits long for the service tries within five seconds, and not at once', async t => {
  for (const tries of [7, 8, 30]) {
    const stage = waiting(tries).send(LINK_UP);
    t.match(stage.effects, [{ type: 'timer.set', name: 'retry', ...SOON }], `${tries} tries`);
    t.match(stage.public, { silenceReason: 'offline' });
    stage.fires('retry').failed();
    t.match(stage.effects.at(-1), { name: 'retry', delayMs: 1_500 }, 'the next wait is no long one');
  }
});

t.test('who tries again shortly anyway is left alone', async t => {
  for (const tries of [1, 3, 6]) t.strictSame(waiting(tries).send(LINK_UP).effects, [], `${tries} tries`);
});

t.test('a question under way is waited for; should it fail, the next wait is short', async t => {
  const stage = waiting(20).fires('retry').send(LINK_UP);
  t.strictSame(stage.effects, []);
  stage.failed();
  t.match(stage.effects.at(-1), { name: 'retry', delayMs: 1_500 });
});

t.test('a service that answers with errors, or asked for patience, is not hurried', async t => {
  const stage = waiting(1);
  for (let count = 0; count < 9; count += 1) {
    stage.fires('retry').failed({ code: 'serviceError', retryAfterMs: 60_000 });
  }
  t.strictSame(stage.send(LINK_UP).effects, []);
  t.match(stage.fires('retry').failed({ code: 'serviceError' }).effects.at(-1), { delayMs: 16_500 });
});

t.test('an end that could not be reported while the next item sounds is reported soon', async t => {
  const stage = early();
  const fail = () =>
    stage.send({
      type: 'service.failed',
      requestId: stage.state.closing?.requestId ?? 0,
      failure: { ...FAILURE },
    });
  fail();
  t.strictSame(stage.send(LINK_UP).effects, [], 'a short wait');
  for (let count = 0; count < 9; count += 1) {
    stage.fires('closing');
    fail();
  }
  t.match(stage.send(LINK_UP).effects, [{ type: 'timer.set', name: 'closing', ...SOON }]);
  stage.fires('closing');
  fail();
  t.match(stage.effects, [{ name: 'closing', delayMs: 1_500 }]);
});

t.test('it concerns nobody else', async t => {
  for (const stage of [createPlaying(), createStage()]) {
    const before = stage.state;
    t.equal(stage.send(LINK_UP).state, before);
  }
});

const FAILURE = {
  code: 'offline',
  message: 'x',
  answerLost: false,
  retryAfterMs: null,
  serviceCode: null,
  serviceMessage: null,
} as const;
