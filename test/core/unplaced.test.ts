import t from 'tap';
import { timerOf } from '../rigs/core/outside.js';
import type { Source } from '../../src/core/vocabulary/item.js';
import { asks, outside, ready } from '../rigs/core/rows.js';
import { createItem, createStage, type Stage, STATION } from '../rigs/core/stage.js';

const ALBUM: Source = { id: 'AL:1', type: 'AL', name: null };
const UNKNOWN = createItem(null, {
  typename: 'HologramItem',
  kind: 'unknown',
  trackToken: null,
  audioUrl: null,
  durationMs: null,
  interactions: [],
});

/** The service is at something without a place or an address; what follows that is about to be asked. */
const atUnknown = (source: Source) =>
  ready(createStage({ restored: { source } }))
    .send({ type: 'engine.started' })
    .answer(UNKNOWN);

/** It is asked so often whether it has gone on, and has not. */
function look(stage: Stage, times: number): Stage {
  for (let time = 1; time <= times; time += 1) stage.fires('follow').answer(UNKNOWN);
  return stage;
}

/** So often, and then it is held to be stuck. */
const LOOKS = 6;
const stuck = (source: Source) => look(atUnknown(source), LOOKS);

t.test('it is asked, ever more slowly and never in step with others, whether it has gone on', async t => {
  const stage = atUnknown(STATION);
  let last = 0;
  for (let tries = 1; tries < LOOKS; tries += 1) {
    const wait = timerOf(stage, 'follow');
    t.ok(wait && wait.spreadMs > 0 && wait.delayMs >= last);
    last = wait?.delayMs ?? last;
    t.match(stage.public, { silenceReason: 'loading', playbackStatus: 'playing' });
    t.same(stage.fires('follow').ops, ['current']);
    stage.answer(UNKNOWN);
  }
  t.ok(last >= 2_000);
  stage.fires('follow').answer(createItem(3));
  t.match(outside(stage), [{ type: 'player.load', url: 'http://audio.test/3' }], 'it has');
});

t.test('a station that stays at it is set again, and given up after five items in a row', async t => {
  const stage = stuck(STATION);
  let times = 0;
  while (stage.ops.includes('setSource')) {
    times += 1;
    t.match(outside(stage), [asks('setSource', { sourceId: STATION.id })]);
    look(stage.sourceSet(UNKNOWN), LOOKS);
    if (times > 5) break;
  }
  t.equal(times, 3);
  t.match(stage.public, {
    silenceReason: 'serviceError',
    playbackStatus: 'stopped',
    notice: { code: 'serviceError', message: /cannot be played/ },
  });
  const other = stuck(STATION).sourceSet(createItem(0));
  t.match(outside(other), [{ type: 'player.load', url: 'http://audio.test/0' }]);
});

t.test('an album would begin anew: that is for the listener to ask', async t => {
  const stage = stuck(ALBUM);
  t.match(stage.public, { silenceReason: 'serviceError', playbackStatus: 'stopped', can: { play: true } });
  t.match(stage.public.notice, { code: 'serviceError' });
  stage.ask({ type: 'play' });
  t.match(outside(stage), [asks('setSource', { sourceId: ALBUM.id })]);
  stage.sourceSet(createItem(0), ALBUM);
  t.match(outside(stage), [{ type: 'player.load', url: 'http://audio.test/0' }, { type: 'command.resolve' }]);
  t.equal(stage.public.notice, null);
});

t.test('in a pause it plays nothing, and goes on from where the service has come to', async t => {
  const stage = look(atUnknown(STATION), 2).ask({ type: 'pause' });
  t.equal(stage.public.silenceReason, 'paused');
  stage.fires('follow').answer(createItem(3));
  t.match(stage.public, { silenceReason: 'paused', item: { index: 3 } });
  t.match(outside(stage.ask({ type: 'play' })), [
    { type: 'player.load', url: 'http://audio.test/3' },
    { type: 'command.resolve' },
  ]);
});
