import t from 'tap';
import { effectOf, ends } from '../rigs/core/outside.js';
import { asks, outside, startUp } from '../rigs/core/rows.js';
import { FULL, item } from '../rigs/core/full.js';
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

const PODCAST = { id: 'PC:1', type: 'PC', name: null };
const EPISODE = createItem(0, {
  kind: 'episode',
  typename: 'PodcastEpisodeItem',
  title: 'Episode',
  trackId: null,
  trackToken: null,
  audioUrl: null,
});
const isReported = ({ log }: Stage) =>
  log.some(effect => effect.type === 'service.ask' && 'elapsedS' in effect.ask);
const asked = (stage = createPlaying()) => stage.after(9_000).ask({ type: 'play', sourceId: 'PE:1' });
/** The episode is asked for once more, and comes without an address again. */
const refused = (stage?: Stage) => asked(stage).sourceSet(EPISODE, PODCAST).answer(EPISODE);
const starts = (stage: Stage, loadId: number) =>
  stage.send({ type: 'player.started', loadId, positionMs: 0, lengthMs: 180_000 });
/** The same piece in a new setting of its source. */
const again = (index: number, piece = index) =>
  createItem(index, { trackToken: `again-${index}`, trackId: `TR:${piece}`, title: `Title ${piece}` });

t.test('A refused episode leaves the sound and sets its source again', async t => {
  const stage = refused();
  t.match(outside(stage), [
    asks('setSource', { sourceId: STATION.id }),
    { type: 'command.reject', ref: 1, refusal: { reason: 'notSupported', message: /episode/ } },
  ]);
  t.match(stage.public, { silenceReason: null, source: { id: 'ST:1' }, item: { index: 0 }, notice: null });
  stage.after(60_000);
  for (let s = 1; s <= 12; s += 1) stage.position(9_000 + s * 5_000);
  t.notOk(isReported(stage), 'nothing is reported meanwhile');
  stage.sourceSet(again(0));
  t.same(outside(stage), [], 'and nothing is opened anew');
  t.match(stage.public, { silenceReason: null, item: { index: 0 }, position: { rate: 1 } });
  stage.position(74_000);
  t.match(outside(stage), [asks('setProgress', { index: 0, elapsedS: 74 })]);
});

t.test(
  'the service begins the source anew: what sounds plays to its end, then what the service is at',
  async t => {
    const stage = refused(createPlaying(createItem(4)));
    stage.sourceSet(again(0));
    t.match(outside(stage), [{ type: 'player.load', mode: 'append', url: 'http://audio.test/0' }]);
    t.match(stage.public, { silenceReason: null, item: { index: 4 } });
    ends(stage.after(60_000).position(69_000).after(111_000)).started();
    t.match(stage.public, { silenceReason: null, item: { index: 0 }, position: { positionMs: 0 } });
    t.notOk(isReported(stage), 'nothing is reported of what it left');
  },
);

t.test('the same piece in another place of the source is not heard twice', async t => {
  const stage = refused(createPlaying(createItem(4))).sourceSet(again(0, 4));
  t.match(stage.public, { silenceReason: null, item: { index: 0, title: 'Title 4' } });
  stage.after(171_000).ended();
  t.match(outside(stage), [asks('setEnded', { index: 0 })]);
  const named = createItem(0, { trackId: null, trackToken: 'x', title: 'Title 4' });
  const untold = refused(createPlaying(createItem(4, { trackId: null }))).sourceSet(named);
  t.match(untold.public.item, { index: 0 }, 'by its name, where the service gives it no id');
});

t.test('it ends before that is answered: the end waits, and is reported once', async t => {
  const same = refused().after(171_000).ended();
  t.same(outside(same), []);
  t.equal(same.sound, 'over, next item unknown');
  same.sourceSet(again(0));
  t.match(outside(same), [asks('setEnded', { index: 0 })]);
  const other = refused(createPlaying(createItem(4)))
    .after(171_000)
    .ended()
    .sourceSet(again(0));
  t.match(outside(other), [{ type: 'player.load', url: 'http://audio.test/0', mode: 'replace' }]);
});

t.test('its end was being reported, or reported: what was told to follow follows no longer', async t => {
  const looking = refused(createLookingAhead());
  t.same(looking.ops, [], 'the answer to the report is waited for');
  looking.answer(createItem(1), looking.asked('place'));
  t.same(looking.ops, ['setSource']);
  const appended = refused(createAppended());
  t.ok(appended.types.includes('player.dropAppended'));
  for (const stage of [looking, appended]) {
    stage.sourceSet(again(0));
    t.match(
      stage.effects.filter(({ type }) => type === 'timer.set'),
      [{ name: 'endReport' }],
      'its end is told once more, to the new setting',
    );
    ends(stage);
    t.match(outside(stage), [asks('setEnded', { index: 0 })]);
  }
});

t.test('the service cannot be reached: sound goes on, and the next try comes by itself', async t => {
  const stage = refused().failed();
  t.match(
    stage.effects.filter(({ type }) => type === 'timer.set'),
    [{ name: 'serviceRetry' }],
  );
  t.equal(stage.public.silenceReason, null);
  stage.fires('serviceRetry');
  t.match(outside(stage), [asks('setSource', { sourceId: 'ST:1' })]);
  t.equal(stage.sourceSet(again(0)).place, 'waiting for the end');
  const ended = refused().after(171_000).ended().failed();
  t.equal(ended.place, 'waiting out a service fault');
  ended.fires('serviceRetry').sourceSet(again(0));
  t.match(outside(ended), [asks('setEnded', { index: 0 })]);
  t.equal(
    refused().failed({ code: 'notSupported' }).public.silenceReason,
    null,
    'what sounds is the last of it',
  );
});

t.test('an answer without an item: `current` tells', async t => {
  const stage = refused().sourceSet(null);
  t.match(outside(stage), [asks('current')]);
  stage.answer(again(0));
  t.equal(stage.place, 'waiting for the end');
  t.match(stage.public, { silenceReason: null, item: { index: 0 } });
  const ended = refused().after(171_000).ended().sourceSet(null).answer(again(0));
  t.match(outside(ended), [asks('setEnded', { index: 0 })]);
});

t.test('commands wait for the source, and are about what sounds', async t => {
  const stage = asked().ask({ type: 'next' }).sourceSet(EPISODE, PODCAST).answer(EPISODE);
  t.ok(effectOf(stage, 'command.reject'));
  stage.sourceSet(again(0));
  t.match(outside(stage), [asks('skip', { index: 0 })]);
  const later = refused().ask({ type: 'next' });
  t.same(outside(later), []);
  t.match(outside(later.sourceSet(again(0))), [asks('skip', { index: 0 })]);
  const failed = refused().failed().ask({ type: 'next' });
  t.match(outside(failed), [asks('setSource')], 'one that waits has it tried at once');
});

t.test('another choice that can be played: nothing of this is left', async t => {
  const stage = refused().failed().ask({ type: 'play', sourceId: 'ST:2' });
  stage.sourceSet(again(0), { id: 'ST:2', type: 'ST', name: null });
  t.equal(stage.place, 'agreed');
  t.match(stage.public, { source: { id: 'ST:2' }, item: { index: 0, title: 'Title 0' } });
});

t.test('a pause stays a pause; what was stopped falls silent over it', async t => {
  const paused = refused(createPlaying().after(1_000).ask({ type: 'pause' }));
  t.match(paused.public, { silenceReason: 'paused', source: { id: 'ST:1' }, item: { index: 0 } });
  t.same(paused.ops, [], 'nobody wants it now');
  paused.ask({ type: 'play' });
  t.match(outside(paused), [{ type: 'player.resume' }, asks('setSource'), { type: 'command.resolve' }]);
  t.match(paused.sourceSet(again(0)).public, { silenceReason: null, item: { index: 0 } });
  for (const stage of [
    createStage({ restored: { source: null, wish: 'stopped' } }).send({ type: 'player.ready' }),
    createPlaying().ask({ type: 'stop' }),
  ]) {
    t.match(refused(stage).public, {
      silenceReason: 'notSupported',
      playbackStatus: 'stopped',
      notice: { code: 'notSupported' },
      source: { id: 'PC:1' },
      item: { kind: 'episode', index: 0 },
      position: { positionMs: 0, rate: 0 },
    });
  }
});

t.test('between two items, and while nothing is loaded yet, its source comes back first', async t => {
  const between = refused(createPlaying().after(180_000).ended());
  t.equal(between.place, 'the service forgot the source');
  between.failed({ outcome: 'lost' }, between.asked('place'));
  t.same(between.ops, ['setSource']);
  t.match(outside(between.sourceSet(again(0))), [asks('setEnded', { index: 0 })]);
  const unknown = refused(startUp());
  t.equal(unknown.public.silenceReason, 'notSupported', 'nothing was in turn yet');
  const known = createStage({ restored: { item: createItem(0), positionMs: 30_000 } });
  refused(known.send({ type: 'player.ready' }));
  known.failed({ code: 'noSource' }, known.asked('place'));
  t.same(known.ops, ['setSource']);
  t.match(outside(known.sourceSet(again(0))), [{ type: 'player.load', startMs: 30_000 }]);
});

t.test('full: its start is told to the new setting', async t => {
  const stage = createPlaying(item(0), { abilities: FULL });
  stage.answer(null, stage.asked('tell'));
  refused(stage).sourceSet({ ...item(0), trackToken: 'again' });
  t.match(outside(stage), [asks('setStarted', { index: 0, elapsedS: 9 })]);
});

t.test('one with an address plays, and a stream taken over is none', async t => {
  const plays = asked().sourceSet({ ...EPISODE, audioUrl: 'http://audio.test/e' }, PODCAST);
  t.ok(effectOf(plays, 'command.resolve'));
  t.equal(asked().sourceSet({ ...TAKEN_OVER, kind: 'episode' }, PODCAST).public.silenceReason, 'takenOver');
  t.equal(refused().sourceSet(TAKEN_OVER).public.silenceReason, 'takenOver');
});

t.test('The player silences an item that begins despite being taken back', async t => {
  const stage = createAppended();
  const { loadId } = stage;
  ends(refused(stage));
  t.match(stage.public, { silenceReason: 'loading' });
  t.match(outside(starts(stage, loadId)), [{ type: 'player.unload' }], 'nobody would be told of it');
  t.match(stage.public, { silenceReason: 'loading' });
  stage.sourceSet(again(1));
  t.match(outside(stage), [{ type: 'player.load', mode: 'replace' }]);

  const unloaded = createPlaying();
  const before = unloaded.loadId;
  unloaded.ask({ type: 'stop' });
  t.same(starts(unloaded, before).ops, [], 'what was unloaded is told of late: nothing to do');
});
