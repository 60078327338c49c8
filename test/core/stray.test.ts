import t from 'tap';
import { ends, heldId, loadOf, outside } from '../rigs/core/outside.js';
import { createItem, createPlaying, STATION } from '../rigs/core/stage.js';

/** Another source was asked for, and no answer came; the sound of the fifth item goes on. */
const astray = () => {
  const stage = createPlaying(createItem(4)).ask({ type: 'play', sourceId: 'ST:2' });
  return stage.failed({ outcome: 'lost' }).failed({ outcome: 'lost' });
};
const ended = () => astray().after(180_000).ended();
const ahead = () => astray().after(179_100).position(179_100).fires('endReport');

const SET = { op: 'setSource', sourceId: STATION.id };
const OTHER = createItem(0, { trackToken: 'other', title: 'Other' });

t.test('The player accepts the next item in its expected place', async t => {
  t.match(loadOf(ended().answer(createItem(5))), { url: 'http://audio.test/5' });
  t.match(loadOf(ahead().answer(createItem(5))), { url: 'http://audio.test/5', mode: 'append' });
});

t.test(
  'the first item of who knows what is not played as if it were ours: our source is set again',
  async t => {
    t.match(outside(ended().answer(OTHER)), [SET]);
    const early = ahead().answer(OTHER);
    t.equal(loadOf(early), null);
    t.equal(early.public.silenceReason, null);
    t.match(outside(early.ended()), [SET]);
    const stage = ends(astray(), 9_000);
    t.match(outside(stage.fires('soundRetry').answer(OTHER)), [SET], 'also behind a fault');
    t.match(loadOf(stage.sourceSet(createItem(0))), { startMs: 0 });
  },
);

t.test('paused, it waits for the listener', async t => {
  const stage = ended().ask({ type: 'pause' }).answer(OTHER);
  t.match(stage.public, { silenceReason: 'paused', item: { index: 4 } });
  t.same(outside(stage), []);
  stage.ask({ type: 'play' });
  t.match(outside(stage), [SET]);
  t.equal(heldId(stage), 0);
});

t.test('The player accepts any place where nothing is unknown', async t => {
  const stage = createPlaying(createItem(4)).after(180_000).ended().answer(createItem(9));
  t.match(loadOf(stage), { url: 'http://audio.test/9' });
});
