import t from 'tap';
import {
  allOutside,
  dies,
  ends,
  fails,
  heldId,
  loadOf,
  outside,
  toldListeners,
} from '../rigs/core/outside.js';
import {
  createAppended,
  createItem,
  createLookingAhead,
  createPlaying,
  createStage,
  type Stage,
  STATION,
  TAKEN_OVER,
} from '../rigs/core/stage.js';

const LOST = { outcome: 'lost' } as const;
const END = { op: 'setEnded', index: 0 };
const SET = { op: 'setSource', sourceId: STATION.id };
const answered = (stage: Stage, item: ReturnType<typeof createItem> | null) =>
  stage.answer(item, stage.asked('place'));
const reports = (stage: Stage) =>
  allOutside(stage).filter(told => 'op' in told && (told.op === 'setEnded' || told.op === 'skip'));

t.test('a source the service forgot is set again after any outage, once per try', async t => {
  const stage = createStage().send({ type: 'player.ready' }).send({ type: 'engine.started' });
  for (let n = 0; n < 3; n += 1) stage.failed().fires('serviceRetry');
  t.match(outside(stage.failed({ code: 'noSource' })), [SET]);
  stage.failed({ code: 'noSource' });
  t.equal(stage.place, 'waiting out a service fault');
  t.equal(stage.public.silenceReason, 'serviceError');
  t.match(outside(stage.fires('serviceRetry')), [SET]);
  stage.sourceSet(createItem(0)).started();
  t.equal(stage.public.silenceReason, null);
});

t.test('a skip of unknown outcome and a retry of the end report are one question', async t => {
  const stage = createPlaying().ended().failed();
  t.equal(stage.public.silenceReason, 'offline');
  stage.ask({ type: 'next' });
  t.match(outside(stage), [END]);
  t.match(toldListeners(stage), [{ type: 'command.resolve', ref: 1 }], 'it is over as it is');
  t.same(outside(stage.fires('serviceRetry')), []);
  t.match(loadOf(stage.answer(createItem(1))), { url: 'http://audio.test/1' });
});

t.test('an unplayable item whose skip or look-ahead is under way is not reported twice', async t => {
  const stage = createPlaying().ask({ type: 'next' });
  const skip = stage.asked('place');
  fails(stage, { fault: 'undecodable' });
  t.equal(stage.place, 'an end is being reported');
  t.same(outside(stage.fires('soundRetry')), [], 'its answer is awaited');
  t.equal(stage.asked('place'), skip);
  stage.answer(createItem(1), skip);
  t.match(loadOf(stage), { url: 'http://audio.test/1' });
  t.match(toldListeners(stage), [{ type: 'command.resolve' }]);
  t.equal(reports(stage).length, 1);
});

t.test('a skip whose item is loaded anew meanwhile does not start it twice', async t => {
  const stage = createPlaying().ask({ type: 'next' });
  const skip = stage.asked('place');
  dies(stage).send({ type: 'player.ready' });
  t.match(loadOf(stage), { url: 'http://audio.test/0' }, 'what sounds goes on until the answer comes');
  fails(stage.started(), { fault: 'refused', httpStatus: 403, positionMs: 1 });
  stage.fires('soundRetry').answer(createItem(1), skip);
  t.match(toldListeners(stage), [{ type: 'command.resolve', ref: 1 }]);
  t.match(loadOf(stage), { url: 'http://audio.test/1' });
  const loads = stage.started().log.filter(({ type }) => type === 'player.load').length;
  stage.after(2_000).answer(createItem(1), skip);
  t.equal(stage.log.filter(({ type }) => type === 'player.load').length, loads);
});

t.test('a look-ahead that is under way while its sound fails stays unknown', async t => {
  const stage = createLookingAhead();
  const ahead = stage.asked('place');
  fails(stage, { fault: 'refused', httpStatus: 403, positionMs: 179_300 }).fires('soundRetry');
  t.same(stage.ops, [], 'nothing but the answer is waited for');
  t.match(outside(stage.failed(LOST, ahead)), [{ op: 'current' }]);
  t.match(outside(stage.answer(createItem(0))), [END], 'it was not taken');
});

t.test('no ordinary report follows an end report that is under way', async t => {
  const stage = createPlaying(createItem(0, { progressFrequencyS: 1 }))
    .after(178_000)
    .position(178_000);
  stage.after(1_050).fires('endReport');
  t.match(stage.ops, ['setEnded']);
  const { log } = stage.position(179_050);
  const from = log.length;
  stage.after(800).position(179_850);
  t.same(outside({ effects: log.slice(from) }), []);
});

t.test(
  'the end that a look-ahead still reports is retried as an end, not by hearing the tail again',
  async t => {
    const stage = createLookingAhead().ended();
    t.equal(stage.sound, 'over, next item unknown');
    t.match(outside(stage.failed(LOST)), [{ op: 'current' }]);
    stage.failed(LOST);
    t.match(outside(stage.fires('serviceRetry')), [{ op: 'current' }]);
    t.match(outside(stage.answer(createItem(0))), [END]);
  },
);

t.test('play after a stop in the pause between items goes on with the next', async t => {
  const stage = createPlaying().ended();
  const report = stage.asked('place');
  stage.ask({ type: 'stop' }).ask({ type: 'play' });
  t.equal(stage.asked('place'), report, 'the report is under way all the while');
  t.match(loadOf(stage.answer(createItem(1), report)), { url: 'http://audio.test/1' });
});

t.test('The next play starts an item that arrived while stopped', async t => {
  const stage = createPlaying().ended().ask({ type: 'stop' }).answer(createItem(1));
  t.equal(loadOf(stage), null);
  t.match(loadOf(stage.ask({ type: 'play' })), { url: 'http://audio.test/1' });
  t.equal(reports(stage).length, 1);
});

t.test('a next item that ends before it sounds is over at once', async t => {
  const stage = createAppended();
  const { loadId } = stage;
  ends(stage).send({ type: 'player.ended', loadId, positionMs: 0, lengthMs: 10 });
  t.match(outside(stage), [{ ...END, index: 1 }]);
});

t.test('an appended entry that is dropped before its turn is asked for anew', async t => {
  const stage = createAppended();
  stage.send({ type: 'player.stopped', loadId: stage.loadId });
  ends(stage);
  t.match(outside(stage), [{ op: 'current' }]);
  t.equal(stage.place, 'an address is needed');
  t.match(stage.public, { silenceReason: 'loading', item: { index: 0 } });
});

t.test('a late answer to an old progress report takes nothing away', async t => {
  const stage = createPlaying().after(30_000).position(5_000);
  for (let s = 2; s <= 6; s += 1) stage.position(s * 5_000);
  t.match(stage.ops, ['setProgress']);
  const note = stage.asked('tell');
  stage.ask({ type: 'play', sourceId: 'ST:1' }).sourceSet(createItem(0));
  stage.answer(TAKEN_OVER, note);
  t.same(outside(stage), []);
  t.equal(stage.public.silenceReason, null);
});

t.test('a report that is under way when the account is lost is looked up for the same listener', async t => {
  const back = () => {
    const stage = createPlaying().ended();
    stage.send({ type: 'pairing.ended', by: 'service' });
    t.ok(stage.types.includes('service.abort'));
    return stage.send({ type: 'pairing.began', sameListener: true });
  };
  const offline = back().failed().ask({ type: 'play' });
  t.match(outside(offline), [{ op: 'current' }], 'again, where the first question failed');
  t.match(loadOf(offline.answer(createItem(1))), { url: 'http://audio.test/1' });
  const stage = back();
  t.match(outside(stage), [{ op: 'current' }]);
  stage.ask({ type: 'play' });
  t.match(loadOf(stage.answer(createItem(1))), { url: 'http://audio.test/1' });
  t.equal(reports(stage).length, 1);
  t.equal(heldId(stage), stage.loadId);
});

t.test('the last second fails, its end answered: the next item is taken as it is', async t => {
  const broken = { fault: 'unreachable', positionMs: 179_500 } as const;
  const stage = fails(answered(createLookingAhead(), createItem(1)), broken);
  t.equal(stage.sound, 'opening');
  t.match(stage.public, { item: { index: 1 } });
  const last = answered(createLookingAhead(), null);
  for (let looks = 1; looks <= 3; looks += 1) answered(last.fires('follow'), createItem(0));
  t.equal(fails(last, broken).public.silenceReason, 'sourceEnded');
});
