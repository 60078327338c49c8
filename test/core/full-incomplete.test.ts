import t from 'tap';
import { item, playing } from '../fakes/engine-full.js';
import type { Stage } from '../fakes/engine-stage.js';

const at = (seconds: number, changes = {}) =>
  playing(changes)
    .after(seconds * 1_000)
    .position(seconds * 1_000);
const outside = (stage: Stage) => stage.effects.filter(({ type }) => /^(service|player)\./.test(type));

t.test('a track without an address is asked for three times, then stepped over', async t => {
  const stage = at(12)
    .after(168_000)
    .ended()
    .advanced(item(1, { audioUrl: null }));
  for (let tries = 0; tries < 2; tries += 1) {
    stage.current(item(1, { audioUrl: null }));
    t.match(stage.state.playback, { phase: 'recovering', fault: 'address' });
    stage.fires('retry');
  }
  stage.current(item(1, { audioUrl: null }));
  t.match(outside(stage), [{ type: 'service.advance', by: 'end', index: 1, elapsedS: 0, lengthS: 180 }]);
  t.match(stage.public.notice, { code: 'itemUnplayable' });
});

t.test('an item without a place is waited out', async t => {
  const nowhere = item(null, { typename: 'AudioAdItem', kind: 'ad', trackToken: null, audioUrl: null });
  const stage = at(12).after(168_000).ended().advanced(nowhere);
  stage.current(nowhere);
  stage.current(nowhere);
  t.match(stage.state.playback, { phase: 'recovering', fault: 'serviceError' });
  stage.fires('retry').current(item(1));
  t.match(outside(stage), [{ type: 'player.load', url: 'http://audio.test/1' }]);
});
