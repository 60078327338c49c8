import t from 'tap';
import { createItem, createPlaying, STATION, type Stage } from '../fakes/engine-stage.js';

/** Another source was asked for, and no answer came; the sound of the fifth item goes on. */
const doubtful = () =>
  createPlaying(createItem(4)).ask({ type: 'play', sourceId: 'ST:2' }).failed({ answerLost: true });
const loaded = (stage: Stage) => stage.effects.find(({ type }) => type === 'player.load');
const SET = { type: 'service.setSource', sourceId: STATION.id };

t.test('what follows is ours if it is in its place', async t => {
  const stage = doubtful().after(180_000).ended().advanced(createItem(5));
  t.match(loaded(stage), { url: 'http://audio.test/5' });
  const ahead = doubtful().after(179_100).position(179_100).fires('lookAhead').advanced(createItem(5));
  t.match(loaded(ahead), { url: 'http://audio.test/5', mode: 'append' });
});

t.test(
  'the first item of who knows what is not played as if it were ours: our source is set again',
  async t => {
    const other = createItem(0, { trackToken: 'other' });
    t.match(doubtful().after(180_000).ended().advanced(other).effects.at(-2), SET);
    const ahead = doubtful().after(179_100).position(179_100).fires('lookAhead').advanced(other);
    t.equal(loaded(ahead), undefined);
    t.equal(ahead.public.silenceReason, null);
    t.match(ahead.ended().effects.at(-2), SET);
    const stage = doubtful().send({ type: 'player.ended', loadId: 2, positionMs: 9_000, lengthMs: 180_000 });
    t.match(stage.fires('retry').current(other).effects.at(-2), SET, 'also behind a fault');
    t.match(loaded(stage.sourceSet(createItem(0))), { startMs: 0 });
  },
);

t.test('paused, it waits for the listener', async t => {
  const stage = doubtful().after(180_000).ended().ask({ type: 'pause' });
  stage.advanced(createItem(0, { trackToken: 'other' }));
  t.match(stage.public, { silenceReason: 'paused', item: { index: 4 } });
  stage.ask({ type: 'play' });
  t.match(stage.effects[0], { type: 'service.advance', index: 4, doubtful: true });
});

t.test('where nothing is in doubt, any place is right', async t => {
  const stage = createPlaying(createItem(4)).after(180_000).ended().advanced(createItem(9));
  t.match(loaded(stage), { url: 'http://audio.test/9' });
});
