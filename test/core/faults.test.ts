import t from 'tap';
import { toRefusal } from '../../src/core/refusals.js';
import { createFailure, createItem, createPlaying } from '../fakes/engine-stage.js';

t.test('three fresh addresses, then the item is given up, said so, and the next one plays', async t => {
  const stage = createPlaying().after(8_000).position(8_000);
  for (let tries = 1; tries <= 3; tries += 1) {
    stage.send({
      type: 'player.failed',
      loadId: stage.loadId,
      fault: 'refused',
      httpStatus: 404 + (tries % 2) * 6,
      positionMs: null,
      detail: 'gone',
    });
    if (tries < 3)
      stage.fires('retry').current(createItem(0, { audioUrl: `http://audio.test/fresh${tries}` }));
    if (tries < 3)
      t.match(
        stage.effects.find(({ type }) => type === 'player.load'),
        { startMs: 8_000, url: `http://audio.test/fresh${tries}` },
      );
  }
  t.match(stage.effects.at(-1), { type: 'service.advance', by: 'end', index: 0 }, 'no skip is spent');
  stage.advanced(createItem(1)).started();
  t.match(stage.public.notice, {
    code: 'itemUnplayable',
    message: '“Title 0” could not be played: it is not where the service says it is.',
  });
  stage.ended().advanced(createItem(2));
  t.equal(stage.public.notice, null, 'gone with the item after');
});

t.test('addresses that are merely refused are never held against the item', async t => {
  const stage = createPlaying();
  for (let tries = 0; tries < 10; tries += 1) {
    stage.send({
      type: 'player.failed',
      loadId: stage.loadId,
      fault: 'unreachable',
      httpStatus: tries % 2 === 0 ? 403 : null,
      positionMs: null,
      detail: 'x',
    });
    stage.fires('retry').current(createItem(0));
  }
  t.match(stage.public, { item: { index: 0 }, notice: null });
});

t.test('faults of an item that then plays are forgotten', async t => {
  const stage = createPlaying();
  for (let round = 0; round < 4; round += 1) {
    stage.send({
      type: 'player.failed',
      loadId: stage.loadId,
      fault: 'undecodable',
      httpStatus: null,
      positionMs: round * 4_000,
      detail: 'x',
    });
    stage
      .fires('retry')
      .current(createItem(0))
      .started(round * 4_000)
      .after(4_000)
      .position(round * 4_000 + 4_000);
  }
  t.match(stage.state, { playback: { phase: 'playing' }, recovery: null, turn: { faults: 0 } });
});

t.test('tries grow apart, up to a minute with their spread', async t => {
  const stage = createPlaying().ended();
  const waits = Array.from({ length: 14 }, () => {
    const effect = stage.failed().effects.at(-1);
    stage.fires('retry');
    return effect?.type === 'timer.set' ? effect.delayMs + effect.spreadMs : -1;
  });
  t.ok(waits.every((wait, at) => wait <= 60_000 && wait >= (waits[at - 1] ?? 0)));
  t.equal(waits.at(-1), 60_000);
});

t.test('no wait is longer than what was waited before, and as much of it is chance as not', async t => {
  const stage = createPlaying().ended();
  let beforeMs = 0;
  for (let tries = 0; tries < 14; tries += 1) {
    const wait = stage.failed().effects.at(-1);
    if (wait?.type !== 'timer.set') throw new Error('no timer');
    t.ok(wait.delayMs + wait.spreadMs <= Math.max(2_000, beforeMs), `try ${tries}`);
    t.ok(wait.spreadMs >= wait.delayMs);
    beforeMs += wait.delayMs;
    stage.fires('retry');
  }
});

t.test('the service’s own patience is kept to', async t => {
  const stage = createPlaying().ended().failed({ code: 'serviceError', retryAfterMs: 30_000 });
  t.match(stage.effects.at(-1), { name: 'retry', delayMs: 30_000, spreadMs: 15_000 });
});

t.test(
  'a skip limit is told, playback goes on, and the notice goes with the next act or the next item',
  async t => {
    const limited = () =>
      createPlaying()
        .ask({ type: 'next' })
        .failed({ code: 'skipLimitReached', serviceMessage: 'Six an hour.' });
    t.match(limited().public, {
      silenceReason: null,
      notice: { code: 'skipLimitReached', message: 'Six an hour.' },
    });
    t.equal(limited().ask({ type: 'setVolume', volume: 10 }).public.notice, null);
    t.equal(limited().ended().advanced(createItem(1)).public.notice, null);
    t.match(createPlaying().ask({ type: 'next' }).failed({ code: 'skipLimitReached' }).public.notice, {
      message: 'No more skips for now.',
    });
  },
);

t.test(
  'what only who installed the speaker can mend is said to the listener, until it sounds again',
  async t => {
    const failure = createFailure({
      code: 'serviceError',
      message: 'Whoever installed it can mend that.',
      serviceMessage: 'invalid secret provided',
      lasting: true,
    });
    const stage = createPlaying();
    const refuse = () => stage.send({ type: 'service.failed', requestId: stage.requestId, failure });
    stage.send({
      type: 'player.failed',
      loadId: stage.loadId,
      fault: 'unreachable',
      httpStatus: 403,
      positionMs: null,
      detail: 'x',
    });
    stage.fires('retry');
    refuse();
    t.match(stage.public, {
      silenceReason: 'serviceError',
      notice: { code: 'serviceError', message: 'Whoever installed it can mend that.' },
    });
    stage.fires('retry').current(createItem(0)).started(0).position(4_000);
    t.match(stage.public, { silenceReason: null, notice: null });
    t.equal(toRefusal(failure).message, 'Whoever installed it can mend that.');
  },
);
