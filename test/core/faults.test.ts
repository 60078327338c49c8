import t from 'tap';
import { toRefusal } from '../../src/core/vocabulary/refusals.js';
import { allOutside, askOf, ends, loadOf, timerOf } from '../rigs/core/outside.js';
import { fails } from '../rigs/core/rows.js';
import {
  createFailure,
  createItem,
  createLookingAhead,
  createPlaying,
  type Stage,
} from '../rigs/core/stage.js';

/** How long the next try is waited for. */
function waitOf(
  stage: Stage,
  name: 'serviceRetry' | 'soundRetry' = 'serviceRetry',
): { readonly delayMs: number; readonly spreadMs: number } {
  const wait = timerOf(stage, name);
  if (wait === null) throw new Error('no timer');
  return wait;
}

t.test('three fresh addresses, then the item is given up, said so, and the next one plays', async t => {
  const stage = createPlaying().after(8_000).position(8_000);
  for (let tries = 1; tries <= 3; tries += 1) {
    fails(stage, 'refused', 404 + (tries % 2) * 6);
    if (tries === 3) break;
    stage.fires('soundRetry').answer(createItem(0, { audioUrl: `http://audio.test/fresh${tries}` }));
    t.match(loadOf(stage), { startMs: 8_000, url: `http://audio.test/fresh${tries}` });
  }
  t.match(askOf(stage), { op: 'setEnded', index: 0 }, 'no skip is spent');
  stage.answer(createItem(1)).started();
  t.match(stage.public.notice, {
    code: 'itemUnplayable',
    message: '“Title 0” could not be played: it is not at the address that the service gives.',
  });
  ends(stage).answer(createItem(2));
  t.equal(stage.public.notice, null, 'gone with the item after');
});

t.test(
  'an address that the speaker does not follow is held against the item, with its own words',
  async t => {
    const words = { plain: /without encryption.*TONEARM_AUDIO_HTTP=on/, private: /private network/ };
    for (const fault of ['plain', 'private'] as const) {
      const stage = createPlaying();
      for (let tries = 1; tries <= 3; tries += 1) {
        fails(stage, fault);
        if (tries < 3) stage.fires('soundRetry').answer(createItem(0));
      }
      t.match(askOf(stage), { op: 'setEnded', index: 0 });
      stage.answer(createItem(1)).started();
      t.match(stage.public.notice, { code: 'itemUnplayable', message: words[fault] });
    }
  },
);

t.test('An item whose end is reported is over when its load fails', async t => {
  for (const [fault, status] of [
    ['unreachable', null],
    ['refused', 404],
    ['device', null],
  ] as const) {
    const stage = createLookingAhead().answer(null);
    t.equal(stage.place, 'next item not told yet');
    const count = allOutside(stage).length;
    fails(stage, fault, status);
    t.strictSame(allOutside(stage).slice(count), [], `${fault}: neither reported nor loaded again`);
    t.equal(timerOf(stage, 'soundRetry'), null, fault);
    t.equal(stage.public.silenceReason, 'loading', `${fault}: what follows is awaited`);
    stage.fires('follow').answer(createItem(1)).started();
    t.match(stage.public, { item: { index: 1 }, notice: null });
  }
});

t.test('faults of an item that then plays are forgotten', async t => {
  const stage = createPlaying();
  for (let round = 0; round < 4; round += 1) {
    fails(stage, 'undecodable', null, round * 4_000);
    t.match(stage.public, { silenceReason: 'loading', item: { index: 0 } }, 'the first fault of all');
    stage
      .fires('soundRetry')
      .answer(createItem(0))
      .started(round * 4_000)
      .after(4_000)
      .position(round * 4_000 + 4_000);
  }
  t.equal(stage.sound, 'sounding');
  t.match(stage.public, { item: { index: 0 }, notice: null });
});

t.test('tries grow apart up to a minute, none longer than was waited before, half of it chance', async t => {
  const stage = createPlaying().ended();
  let [beforeMs, lastMs] = [0, 0];
  for (let tries = 0; tries < 14; tries += 1) {
    const { delayMs, spreadMs } = waitOf(stage.failed());
    const mostMs = delayMs + spreadMs;
    t.ok(mostMs <= Math.max(2_000, beforeMs) && mostMs >= lastMs, `try ${tries}`);
    t.ok(spreadMs >= delayMs);
    [beforeMs, lastMs] = [beforeMs + delayMs, mostMs];
    stage.fires('serviceRetry');
  }
  t.equal(lastMs, 60_000);
});

t.test('the first try for an address that broke off leaves half of half a second for all else', async t => {
  const stage = createPlaying().after(8_000).position(8_000);
  fails(stage, 'unreachable', 403);
  t.match(waitOf(stage, 'soundRetry'), { delayMs: 0, spreadMs: 250 });
  stage.fires('soundRetry').answer(createItem(0));
  fails(stage, 'unreachable', 403);
  const { delayMs, spreadMs } = waitOf(stage, 'soundRetry');
  t.ok(delayMs >= 500 && spreadMs >= delayMs, 'a host that refuses the fresh one, too, is not beset');
});

t.test('the service’s own patience is kept to', async t => {
  const stage = createPlaying().ended().failed({ code: 'serviceError', retryAfterMs: 30_000 });
  t.match(waitOf(stage), { delayMs: 30_000, spreadMs: 15_000 });
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
    t.equal(limited().ended().answer(createItem(1)).public.notice, null);
    t.match(createPlaying().ask({ type: 'next' }).failed({ code: 'skipLimitReached' }).public.notice, {
      message: 'No more skips for now.',
    });
  },
);

t.test('A notice tells the listener about installer faults until sound returns', async t => {
  const failure = createFailure({
    code: 'serviceError',
    message: 'Whoever installed it can mend that.',
    serviceMessage: 'invalid secret provided',
    lasting: true,
  });
  const stage = fails(createPlaying(), 'unreachable', 403).fires('soundRetry').failed(failure);
  t.match(stage.public, {
    silenceReason: 'serviceError',
    notice: { code: 'serviceError', message: 'Whoever installed it can mend that.' },
  });
  stage.fires('serviceRetry').answer(createItem(0)).started(0).position(4_000);
  t.match(stage.public, { silenceReason: null, notice: null });
  t.equal(toRefusal(failure).message, 'Whoever installed it can mend that.');
});
