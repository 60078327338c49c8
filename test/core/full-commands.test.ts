import t from 'tap';
import { CORE_ABILITIES } from '../../src/core/vocabulary/abilities.js';
import { FULL, item, playing } from '../rigs/core/full.js';
import { loadOf, outside, toldListeners } from '../rigs/core/outside.js';
import { asks, checkRows, type Row } from '../rigs/core/rows.js';
import { createPlaying, createStage, type Stage, TAKEN_OVER } from '../rigs/core/stage.js';

/** So many seconds into the first item, of whose start the service has heard. */
const at = (seconds: number, changes = {}) => {
  const stage = playing(changes);
  stage.answer(null, stage.asked('tell'));
  return stage.after(seconds * 1_000).position(seconds * 1_000);
};
const AT_12 = { sourceId: 'ST:1', index: 0, elapsedS: 12 };
const RATE = { targetId: 'TR:0', sourceContextId: 'ST:1', trackToken: 'token-0', elapsedS: 12 };
const up = () => at(12).ask({ type: 'setFeedback', value: 'UP' });
const down = () => at(12).ask({ type: 'setFeedback', value: 'DOWN' });
const lacking = (stage: Stage) =>
  stage.send({
    type: 'service.answered',
    question: stage.asked('command'),
    item: null,
    source: null,
    done: false,
  });

const loaded = () =>
  createStage({ abilities: FULL })
    .send({ type: 'player.ready' })
    .send({ type: 'engine.started' })
    .answer(item(0));
const sounding = { sound: 'sounding' };
const twelve: Row['in'] = ['sounding, twelve seconds in', () => at(12)];
const replayed: Row['in'] = ['a replay was taken', () => at(12).ask({ type: 'replay' }).answer(null)];

checkRows([
  {
    in: ['an item is loaded', loaded],
    event: ['audio starts', stage => stage.started(0, 180_000)],
    becomes: sounding,
    does: [asks('setStarted', { ...AT_12, elapsedS: 0 })],
  },
  {
    in: twelve,
    event: ['pause', stage => stage.ask({ type: 'pause' })],
    becomes: { sound: 'paused' },
    does: [{ type: 'player.pause' }, asks('setPaused', AT_12)],
  },
  {
    in: [
      'paused, as the service has heard',
      () => {
        const stage = at(12).ask({ type: 'pause' });
        return stage.answer(null, stage.asked('tell'));
      },
    ],
    event: ['play', stage => stage.ask({ type: 'play' })],
    becomes: sounding,
    does: [{ type: 'player.resume' }, asks('setStarted', AT_12)],
  },
  {
    in: twelve,
    event: ['stop', stage => stage.ask({ type: 'stop' })],
    becomes: { sound: 'stopped' },
    does: [{ type: 'player.unload' }, asks('setPaused', AT_12)],
  },
  {
    in: twelve,
    event: ['next', stage => stage.ask({ type: 'next' })],
    becomes: sounding,
    does: [asks('skip', { ...AT_12, lengthS: 180 })],
  },
  {
    in: twelve,
    event: ['previous', stage => stage.ask({ type: 'previous' })],
    becomes: sounding,
    does: [asks('previous', AT_12)],
  },
  {
    in: ['previous was asked', () => at(12).ask({ type: 'previous' })],
    event: ['an item', stage => stage.answer(item(1))],
    becomes: { sound: 'opening' },
    does: [{ type: 'player.load', url: 'http://audio.test/1' }],
  },
  {
    in: twelve,
    event: ['replay', stage => stage.ask({ type: 'replay' })],
    becomes: sounding,
    does: [asks('replay', { ...AT_12, trackToken: 'token-0' })],
  },
  {
    in: ['replay was asked', () => at(12).ask({ type: 'replay' })],
    event: ['taken', stage => stage.answer(null)],
    becomes: sounding,
    does: [asks('current')],
  },
  {
    in: replayed,
    event: ['another item is current', stage => stage.answer(item(1))],
    becomes: { sound: 'opening' },
    does: [{ type: 'player.load', startMs: 0, url: 'http://audio.test/1' }],
  },
  {
    in: replayed,
    event: ['the same item is current', stage => stage.answer(item(0))],
    becomes: { sound: 'opening' },
    does: [{ type: 'player.load', startMs: 0 }],
  },
  {
    in: ['replay was asked', () => at(12).ask({ type: 'replay' })],
    event: ['the service has no such operation', lacking],
    becomes: { sound: 'starved' },
    does: [{ type: 'player.seek', positionMs: 0 }, asks('setProgress', { elapsedS: 0 })],
  },
  {
    in: twelve,
    event: ['thumb up', stage => stage.ask({ type: 'setFeedback', value: 'UP' })],
    becomes: sounding,
    does: [asks('setFeedback', { ...RATE, value: 'UP' })],
  },
  {
    in: ['a thumb down was given', down],
    event: ['the next item', stage => stage.answer(item(1))],
    becomes: { sound: 'opening' },
    does: [{ type: 'player.load', url: 'http://audio.test/1' }],
  },
  {
    in: ['a thumb down was given', down],
    event: ['the same item: no skips are left', stage => stage.answer(item(0))],
    becomes: sounding,
    does: [],
  },
]);

t.test('a thumb that finds the stream taken over stops what sounds', async t => {
  const stage = up().answer(TAKEN_OVER);
  t.match(toldListeners(stage), [{ type: 'command.resolve' }]);
  t.equal(stage.public.silenceReason, 'takenOver');
  t.match(toldListeners(stage.ask({ type: 'next' })), [
    { refusal: { reason: 'notAllowed', interaction: 'SKIP', message: /play first/ } },
  ]);
});

t.test('feedback is shown once it is taken, and taken back', async t => {
  const stage = up();
  t.equal(stage.public.item?.feedback, null);
  stage.answer(null);
  t.equal(stage.public.item?.feedback, 'UP');
  t.ok(stage.types.includes('timer.set'), 'the end of the item is awaited again');
  stage.ask({ type: 'setFeedback', value: null }).answer(null);
  t.equal(stage.public.item?.feedback, null);
});

t.test('feedback on an item that has had its turn changes nothing of the next', async t => {
  const stage = down();
  const thumb = stage.asked('command');
  stage.after(168_000).ended().answer(item(1));
  stage.answer(item(1), thumb);
  t.match(stage.public.item, { index: 1, feedback: null });
  t.same(outside(stage), []);
});

t.test('a replay whose item has gone meanwhile replays nothing else', async t => {
  const stage = at(12).ask({ type: 'replay' });
  const replay = stage.asked('command');
  stage.after(168_000).ended().answer(item(1));
  stage.answer(null, replay).answer(item(1), stage.asked('command'));
  t.equal(loadOf(stage), null);
  const missing = at(12).ask({ type: 'replay' });
  const asked = missing.asked('command');
  missing.after(168_000).ended().answer(item(1));
  t.equal(missing.asked('command'), asked);
  t.same(outside(lacking(missing)), []);
});

t.test('A refusal names what the item forbids, not what the service lacks', async t => {
  const bare = createPlaying(item(0), { abilities: CORE_ABILITIES });
  t.match(bare.public.can, { previous: false, feedback: false, replay: true, next: true });
  const plain = playing({ interactions: [] });
  t.match(plain.public.can, { previous: false, feedback: false, replay: false, next: false });
  t.match(plain.ask({ type: 'setFeedback', value: 'UP' }).effects, [
    { refusal: { reason: 'notAllowed', interaction: 'THUMB' } },
  ]);
  t.match(playing({ trackId: null }).public.can, { feedback: false });
});

t.test('an operation that turns out to be missing is offered no longer', async t => {
  const stage = playing();
  t.ok(stage.public.can.previous);
  stage.send({ type: 'service.abilitiesChanged', abilities: { ...FULL, previous: false, reports: false } });
  t.notOk(stage.public.can.previous);
  t.same(outside(stage.ask({ type: 'pause' })), [{ type: 'player.pause' }]);
});

t.test('without a token the item is replayed where it is', async t => {
  const stage = at(12, { trackToken: null }).ask({ type: 'replay' });
  t.match(outside(stage), [
    { type: 'player.seek', positionMs: 0 },
    { op: 'setProgress', elapsedS: 0 },
  ]);
});

t.test('a skip that is answered by a taken-over stream is refused at once', async t => {
  const stage = at(12).ask({ type: 'next' });
  stage.answer(TAKEN_OVER, stage.asked('place'));
  t.match(toldListeners(stage), [{ type: 'command.reject', refusal: { reason: 'notAllowed' } }]);
  t.equal(stage.public.silenceReason, 'takenOver');
  stage.ask({ type: 'play' });
  t.match(outside(stage), [{ op: 'setSource', sourceId: 'ST:1' }], 'and play waits for nothing');
});

t.test('a stream found taken over right after a play is claimed back once', async t => {
  const stage = at(12).ask({ type: 'stop' });
  stage.after(3_600_000).ask({ type: 'play' });
  t.match(outside(stage.answer(TAKEN_OVER, stage.asked('place'))), [{ op: 'setSource', sourceId: 'ST:1' }]);
  stage.sourceSet(TAKEN_OVER);
  t.equal(stage.public.silenceReason, 'takenOver', 'it is not fought for');
});

t.test('a play whose answer was lost: nothing follows only where the source is ours', async t => {
  /** It is over, and the service stays at it however often it is looked for. */
  const lastOf = (stage: Stage, last: ReturnType<typeof item>) => {
    stage.after(180_000).ended();
    stage.answer(last, stage.asked('place'));
    for (let look = 1; look <= 3; look += 1) stage.fires('follow').answer(last);
    return stage;
  };
  const stage = at(12).ask({ type: 'play', sourceId: 'AL:2' });
  stage.failed({ outcome: 'lost' }).failed({ outcome: 'lost' });
  t.equal(stage.public.silenceReason, null);
  t.match(outside(lastOf(stage, item(0))), [{ op: 'setSource', sourceId: 'ST:1' }]);
  const again = item(0, { trackToken: 'again', trackId: 'TR:9' });
  stage.sourceSet(again).started();
  t.equal(lastOf(stage, again).public.silenceReason, 'sourceEnded');
});

t.test('a queue of commands behind a refused one goes on', async t => {
  const stage = at(12).ask({ type: 'previous' }).ask({ type: 'setFeedback', value: 'UP' });
  stage.failed({ code: 'serviceError' }, stage.asked('command'));
  t.match(outside(stage), [{ op: 'setFeedback', value: 'UP' }]);
});

t.test('a place that cannot be told of cannot be asked about', async t => {
  const nowhere = at(12, { index: null });
  for (const type of ['next', 'previous'] as const) {
    t.match(toldListeners(nowhere.ask({ type })), [
      { type: 'command.reject', refusal: { reason: 'noSource' } },
    ]);
  }
});

const turned = (stage: Stage, times: number) => {
  for (let turn = 0; turn < times; turn += 1) stage.ask({ type: turn % 2 === 0 ? 'pause' : 'play' });
  return stage;
};
const told = ({ log }: Stage) =>
  log.flatMap(effect =>
    effect.type === 'service.ask' && 'elapsedS' in effect.ask
      ? [`${effect.ask.op} ${effect.ask.elapsedS}`]
      : [],
  );
/** Whatever waits is told, each answered at once. */
const drained = (stage: Stage) => {
  while (stage.asked('tell') !== 0) stage.answer(null, stage.asked('tell'));
  return told(stage);
};
const START = 'setStarted 0';

t.test('pause and play in turn are told where they end', async t => {
  const rows: readonly [string, number, readonly string[]][] = [
    ['paused, then told', 1, ['setPaused 12']],
    ['gone on', 2, ['setPaused 12', 'setStarted 12']],
    ['paused again at the same place', 3, ['setPaused 12']],
    ['gone on after a thousand turns', 1_000, ['setPaused 12', 'setStarted 12']],
    ['paused after a thousand and one', 1_001, ['setPaused 12']],
  ];
  for (const [name, times, expected] of rows) {
    const stage = turned(at(12), times);
    t.ok((stage.state.playlist.current?.notes.length ?? 0) <= 3, `${name}: few wait`);
    t.strictSame(drained(stage), [START, ...expected], name);
  }
});

t.test('a pause that is taken back before anything was asked is not told, but the start is', async t => {
  const begun = turned(playing(), 500);
  t.equal(begun.state.playlist.current?.notes.length, 1, 'the start is being told');
  t.strictSame(drained(begun), [START]);
  t.strictSame(drained(turned(playing(), 501)), [START, 'setPaused 0']);

  // The service did not hear of the start at all yet.
  const unheard = playing();
  unheard.failed({}, unheard.asked('tell'));
  t.equal(unheard.asked('tell'), 0);
  turned(unheard, 501);
  t.strictSame(drained(unheard).slice(-2), [START, 'setPaused 0']);
});

t.test('the place of the last pause is the one that is told, with the start before it', async t => {
  const stage = turned(at(12), 2).after(5_000).position(17_000);
  turned(stage, 2).after(2_000).position(19_000);
  t.strictSame(drained(turned(stage, 1)), [START, 'setPaused 12', 'setStarted 12', 'setPaused 19']);
});
