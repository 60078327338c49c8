import t from 'tap';
import type { Source } from '../../src/core/vocabulary/item.js';
import { toRemembered } from '../../src/core/projections.js';
import { allOutside, delaysOf, lastAskOf, loadOf, outside } from '../rigs/core/outside.js';
import {
  createItem,
  createLookingAhead,
  createPlaying,
  createStage,
  type Stage,
  STATION,
} from '../rigs/core/stage.js';

const ALBUM: Source = { id: 'AL:1', type: 'AL', name: null };
const NO_SOURCE = { code: 'noSource' } as const;
const END = { op: 'setEnded', index: 0 };
const remembered = (stage: Stage) => toRemembered(stage.state, stage.now);
const reported = (stage: Stage) =>
  allOutside(stage).filter(told => 'op' in told && told.op === 'setEnded').length;

/** The last item has been heard to its end, and the service has taken the report of that. */
const taken = (source: Source, item = createItem(4)) =>
  createPlaying(item, { restored: { source } }).after(180_000).ended().answer(item);
/** What follows is looked for as often as it is; `look` answers each time. */
const looked = (stage: Stage, look: (stage: Stage) => Stage) =>
  [1, 2, 3].reduce(asked => look(asked.fires('follow')), stage);
const restart = (restored: ReturnType<typeof toRemembered>) =>
  createStage({ restored }).send({ type: 'player.ready' }).send({ type: 'engine.started' });

t.test('a report that was answered is not sent again, though what follows could not be learnt', async t => {
  const stage = createPlaying().after(180_000).ended();
  t.match(outside(stage), [END]);
  stage.answer(createItem(0));
  t.same(delaysOf(stage, 'follow'), [1_000]);
  stage.fires('follow').failed({ outcome: 'lost' });
  t.equal(stage.place, 'waiting out a service fault');
  t.match(outside(stage.fires('serviceRetry')), [{ op: 'current' }]);
  stage.failed({ outcome: 'lost' }).fires('serviceRetry');
  t.equal(reported(stage), 1, 'nor later');
  stage.answer(createItem(1)).started().after(180_000).ended();
  t.match(outside(stage), [{ ...END, index: 1 }], 'the next item has an end of its own');
});

t.test('an end that the service has taken is remembered, and after a restart not reported again', async t => {
  const stage = createPlaying().after(179_100).position(179_100).fires('endReport');
  t.match(remembered(stage), { endTaken: false });
  stage.answer(createItem(0), stage.asked('place') - 1);
  t.match(remembered(stage), { endTaken: false }, 'of another report');
  stage.answer(createItem(0));
  t.match(remembered(stage), { endTaken: true, item: { index: 0 } });

  const again = looked(restart(remembered(stage)).answer(createItem(0)), one => one.answer(createItem(0)));
  t.match(again.public, { silenceReason: 'sourceEnded', item: { index: 0 } });
  t.equal(reported(again), 0);

  const moved = restart(remembered(stage)).answer(createItem(1)).started().after(180_000).ended();
  t.match(outside(moved), [{ ...END, index: 1 }], 'the next item has an end of its own');
});

t.test('a service that forgets an album with its last item does not have it begin again', async t => {
  const stage = looked(taken(ALBUM), one => one.failed(NO_SOURCE));
  t.match(stage.public, { silenceReason: 'sourceEnded', playbackStatus: 'stopped', item: { index: 4 } });
  t.same(stage.ops, []);
  stage.ask({ type: 'play' });
  t.match(outside(stage), [{ op: 'setSource', sourceId: 'AL:1' }], 'but for a listener');
});

t.test('A restart in that very moment does not begin the album again', async t => {
  const restarted = restart(remembered(taken(ALBUM)));
  t.match(lastAskOf(restarted), { op: 'current' });
  const waits = [1, 2].flatMap(() => {
    const delays = delaysOf(restarted.failed(NO_SOURCE), 'follow');
    t.match(outside(restarted.fires('follow')), [{ op: 'current' }]);
    return delays;
  });
  t.same(waits, [2_000, 4_000], 'the start was the first look');
  t.equal(restarted.failed(NO_SOURCE).public.silenceReason, 'sourceEnded');
});

t.test('A report during the last second does not begin the album again', async t => {
  const stage = createLookingAhead(createItem(4)).answer(createItem(4));
  looked(stage, one => one.failed({ code: 'serviceError', empty: true }));
  t.equal(stage.public.silenceReason, null, 'the last second is heard');
  stage.ended();
  t.equal(stage.public.silenceReason, 'sourceEnded');
  t.equal(reported(stage), 1);
});

t.test('a station has no end: it is set again', async t => {
  const stage = looked(taken(STATION), one => one.failed(NO_SOURCE));
  t.match(outside(stage), [{ op: 'setSource', sourceId: STATION.id }]);
});

t.test('an album forgotten before its end was taken is set again', async t => {
  const stage = createPlaying(createItem(4), { restored: { source: ALBUM } })
    .after(180_000)
    .ended();
  t.match(outside(stage.failed(NO_SOURCE)), [{ op: 'setSource', sourceId: 'AL:1' }]);
});

t.test('picked again while the service still looks for what follows: it begins again', async t => {
  const TRACK: Source = { id: 'TR:1', type: 'TR', name: null };
  const only = createItem(0, { trackToken: null });
  const overAgain = () => taken(TRACK, only).ask({ type: 'play', sourceId: 'TR:1' });
  t.match(loadOf(overAgain().sourceSet(only, TRACK)), { startMs: 0 });
  const late = overAgain().sourceSet(null, TRACK).answer(only);
  t.match(loadOf(late), { startMs: 0 }, 'also where only `current` tells');
});

t.test('a stream claimed back does not bring back an item whose end was taken', async t => {
  const claimed = () => {
    const stage = taken(STATION).fires('follow');
    stage.answer(createItem(null, { interactions: ['FORCE_ACTIVE'], audioUrl: null }));
    t.equal(stage.public.silenceReason, 'takenOver');
    stage.ask({ type: 'play' }).sourceSet(createItem(4));
    t.equal(loadOf(stage), null);
    t.equal(stage.place, 'an end may have been taken');
    return stage;
  };
  const moved = claimed().answer(createItem(5));
  t.match(loadOf(moved), { url: 'http://audio.test/5' });
  t.equal(reported(moved), 1);
  const stayed = claimed().answer(createItem(4));
  t.match(outside(stayed), [{ ...END, index: 4 }], 'under the new setting nothing of it was told');
  t.match(loadOf(stayed.answer(createItem(5))), { url: 'http://audio.test/5' });
});
