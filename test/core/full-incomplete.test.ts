import t from 'tap';
import { item, playing } from '../rigs/core/full.js';
import { loadOf, outside } from '../rigs/core/outside.js';

/** The first item is over, and this one is told to follow. */
const followedBy = (next: ReturnType<typeof item>) => playing().after(180_000).ended().answer(next);

t.test('a track without an address is asked for three times, then stepped over', async t => {
  const silent = item(1, { audioUrl: null });
  const stage = followedBy(silent);
  for (let tries = 0; tries < 2; tries += 1) {
    t.match(outside(stage), [{ op: 'current' }]);
    stage.answer(silent);
    t.equal(stage.sound, 'waiting out a sound fault');
    stage.fires('soundRetry');
  }
  stage.answer(silent);
  t.match(outside(stage), [{ op: 'setEnded', index: 1, elapsedS: 0, lengthS: 180 }]);
  t.match(stage.public.notice, { code: 'itemUnplayable' });
});

t.test('an item without a place is waited out', async t => {
  const nowhere = item(null, { typename: 'AudioAdItem', kind: 'ad', trackToken: null, audioUrl: null });
  const stage = followedBy(nowhere);
  for (let look = 1; look <= 3; look += 1) {
    if (stage.asked('place') === 0) stage.fires('follow');
    stage.answer(nowhere);
    t.equal(stage.place, 'next item not told yet', `look ${look}`);
    t.equal(stage.public.silenceReason, 'loading');
  }
  t.match(loadOf(stage.fires('follow').answer(item(1))), { url: 'http://audio.test/1' });
});
