import t from 'tap';
import type { Source } from '../../src/core/item.js';
import { createItem, createStage, STATION } from '../fakes/engine-stage.js';

const ALBUM: Source = { id: 'AL:1', type: 'AL', name: null };
const UNKNOWN = createItem(null, {
  typename: 'HologramItem',
  kind: 'unknown',
  trackToken: null,
  audioUrl: null,
  durationMs: null,
  interactions: [],
});

/** The service is at something without a place or an address, and says so until the waits have grown to `tries`. */
const stuck = (source: Source, tries: number) => {
  const stage = createStage({ restored: { source } }).send({ type: 'player.ready' });
  stage.send({ type: 'engine.started' }).current(UNKNOWN).current(UNKNOWN);
  for (let asked = 1; asked < tries; asked += 1) stage.fires('retry').current(UNKNOWN);
  return stage;
};

t.test('it is asked, ever more slowly and never in step with others, whether it has gone on', async t => {
  const stage = stuck(STATION, 1);
  let last = 0;
  for (let tries = 1; tries <= 5; tries += 1) {
    const wait = stage.effects.at(-1);
    t.match(wait, { type: 'timer.set', name: 'retry' });
    t.ok(wait?.type === 'timer.set' && wait.spreadMs > 0 && wait.delayMs >= last);
    last = wait?.type === 'timer.set' ? wait.delayMs : last;
    t.match(stage.public, { silenceReason: 'serviceError', playbackStatus: 'playing' });
    stage.fires('retry');
    t.same(stage.types, ['timer.cancel', 'service.getCurrent']);
    if (tries < 5) stage.current(UNKNOWN);
  }
  stage.current(createItem(3));
  t.match(stage.effects.at(-2), { type: 'player.load', url: 'http://audio.test/3' }, 'it has');
});

t.test('a station that stays at it is set again, five times at most', async t => {
  const stage = stuck(STATION, 6);
  for (let times = 1; times <= 3; times += 1) {
    t.match(stage.effects.at(-1), { type: 'service.setSource', sourceId: STATION.id, forCommand: false });
    stage.sourceSet(UNKNOWN);
    for (let tries = 1; tries <= 5; tries += 1) {
      t.match(stage.effects.at(-1), { type: 'timer.set', name: 'retry' });
      stage.fires('retry').current(UNKNOWN);
    }
  }
  t.match(stage.public, {
    silenceReason: 'serviceError',
    playbackStatus: 'stopped',
    notice: { code: 'serviceError', message: /cannot be played/ },
  });
  const other = stuck(STATION, 6).sourceSet(createItem(0));
  t.match(other.effects.at(-2), { type: 'player.load', url: 'http://audio.test/0' });
});

t.test('an album would begin anew: that is for the listener to ask', async t => {
  const stage = stuck(ALBUM, 6);
  t.match(stage.public, { silenceReason: 'serviceError', playbackStatus: 'stopped', can: { play: true } });
  t.match(stage.public.notice, { code: 'serviceError' });
  stage.ask({ type: 'play' });
  t.match(stage.effects, [{ type: 'service.setSource', sourceId: ALBUM.id, forCommand: true }]);
  stage.sourceSet(createItem(0), ALBUM);
  t.match(stage.effects.at(-3), { type: 'player.load', url: 'http://audio.test/0' });
  t.equal(stage.public.notice, null);
});

t.test('in silence nothing is asked', async t => {
  const stage = stuck(STATION, 2).ask({ type: 'pause' });
  t.match(stage.state.playback, { phase: 'paused' });
  t.notOk(stage.types.some(type => type === 'timer.set'));
});
