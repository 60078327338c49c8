import t from 'tap';
import { item, playing } from '../rigs/core/full.js';
import { failsTwice, outside } from '../rigs/core/outside.js';
import { createAppended, createItem, createPlaying, type Stage } from '../rigs/core/stage.js';

const CUT_MS = 60_000;
const REST = createItem(0, { audioUrl: 'https://cdn.example/rest' });

/** The load that sounds first. */
const first = createPlaying().loadId;
/** Sounds, and its data are known to break off in three seconds. */
function createCut(): Stage {
  const stage = createPlaying().after(57_000).position(57_000);
  return stage.send({ type: 'player.cut', loadId: stage.loadId, positionMs: CUT_MS });
}

const breaksOff = (stage: Stage): Stage =>
  stage.after(3_000).send({ type: 'player.ended', loadId: first, positionMs: CUT_MS, lengthMs: 180_000 });

function appendRest(stage: Stage): number {
  stage.answer(REST);
  return stage.loadId;
}

t.test('The rest of an item that will break off is appended, with a new address', async t => {
  const stage = createCut();
  t.match(outside(stage), [{ op: 'current' }]);
  const loadId = appendRest(stage);
  t.match(outside(stage), [
    { type: 'player.load', mode: 'append', startMs: CUT_MS, url: 'https://cdn.example/rest' },
  ]);
  breaksOff(stage);
  t.match(stage.public, { silenceReason: null, position: { rate: 1 } });
  stage.send({ type: 'player.started', loadId, positionMs: CUT_MS, lengthMs: 180_000 });
  t.match(stage.public, { silenceReason: null, item: { index: 0 }, position: { rate: 1 } });
  t.notOk(stage.ops.includes('setEnded'), 'no end is reported');
});

t.test('A cut changes nothing once the end was told', async t => {
  const stage = createAppended();
  stage.send({ type: 'player.cut', loadId: first, positionMs: 179_500 });
  t.match(outside(stage), [], 'what is appended stays');
});

t.test('A rest that fails is loaded when its turn comes', async t => {
  const stage = createCut();
  const loadId = appendRest(stage);
  const fault = { fault: 'unreachable', httpStatus: null, positionMs: null, detail: '' } as const;
  failsTwice(stage, { type: 'player.failed', loadId, ...fault });
  t.match(stage.public, { silenceReason: null, position: { rate: 1 } });
  breaksOff(stage).fires('soundRetry').answer(REST);
  t.match(outside(stage), [{ type: 'player.load', mode: 'replace', startMs: CUT_MS }]);
});

t.test('A seek takes back the rest', async t => {
  const stage = createCut();
  appendRest(stage);
  stage.ask({ type: 'seek', positionMs: 10_000 });
  t.match(outside(stage), [{ type: 'player.seek', positionMs: 10_000 }, { type: 'player.dropAppended' }]);
});

t.test('Data that break off at the same place again are all that there are', async t => {
  const stage = createCut();
  const loadId = appendRest(stage);
  breaksOff(stage);
  stage.send({ type: 'player.started', loadId, positionMs: CUT_MS, lengthMs: 180_000 });
  stage.send({ type: 'player.cut', loadId, positionMs: CUT_MS });
  t.same(outside(stage), [], 'no third address is asked for');
  stage.send({ type: 'player.ended', loadId, positionMs: CUT_MS, lengthMs: 180_000 });
  t.match(outside(stage), [{ op: 'setEnded', elapsedS: 60 }]);
});

t.test('A break that turns out to be the end takes back the rest', async t => {
  const stage = createCut();
  appendRest(stage);
  stage.send({ type: 'player.fetched', loadId: first, positionMs: CUT_MS, lengthMs: CUT_MS });
  t.match(outside(stage), [{ type: 'player.dropAppended' }]);
  stage.after(2_100).position(59_100).fires('endReport');
  t.match(outside(stage), [{ op: 'setEnded', elapsedS: 60 }]);
});

/** Sounds, while data still come; what follows is known. */
function createOpen(): Stage {
  const stage = playing();
  const { loadId } = stage;
  stage.send({ type: 'player.started', loadId, positionMs: 0, lengthMs: 180_000, isOpen: true });
  return stage.after(5_000).position(5_000).fires('peek').answer(item(1));
}

t.test(
  'The next item is appended once all data of the present one have come, or it is nearly over',
  async t => {
    const append = [{ type: 'player.load', mode: 'append', url: 'http://audio.test/1' }];
    const stage = createOpen();
    const fetched = { type: 'player.fetched', loadId: stage.state.player.held?.loadId ?? 0 } as const;
    t.same(outside(stage), [], 'the player would go on to it where the data break off');
    stage.send({ ...fetched, positionMs: 60_000, lengthMs: 180_000 });
    t.same(outside(stage), [], 'they do');
    stage.send({ ...fetched, positionMs: 180_000, lengthMs: 180_000 });
    t.match(outside(stage), append);
    const late = createOpen().after(171_000).position(176_000);
    t.same(outside(late), []);
    t.match(outside(late.after(1_000).position(177_000)), append);
  },
);

t.test('A skip loads the next item if it is not appended yet', async t => {
  const stage = createOpen().ask({ type: 'next' });
  stage.answer(item(1), stage.asked('place'));
  t.match(outside(stage), [{ type: 'player.load', mode: 'replace', url: 'http://audio.test/1' }]);
});
