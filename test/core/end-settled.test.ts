import t from 'tap';
import { toRemembered } from '../../src/core/projections.js';
import type { EndedBy } from '../../src/core/model/playlist.js';
import {
  allOutside,
  askOf,
  delaysOf,
  lastAskOf,
  loadOf,
  outside,
  toldListeners,
} from '../rigs/core/outside.js';
import { createItem, createPlaying, createStage, type Stage } from '../rigs/core/stage.js';

const LOST = { outcome: 'lost' } as const;
/** A server that failed and may have taken it. */
const BROKEN = { code: 'serviceError', outcome: 'broken' } as const;
const NEXT = createItem(1);
const SAME = createItem(0);

/** An item of three minutes is over, or skipped, and that is reported. */
const send = (by: EndedBy) =>
  by === 'end' ? createPlaying(SAME).after(180_000).ended() : createPlaying(SAME).ask({ type: 'next' });
/** What the service was asked since it was known what is current. */
const asked = (stage: Stage) =>
  allOutside(stage)
    .flatMap(told => ('op' in told ? [told.op] : []))
    .slice(1);
const plays = (stage: Stage) => loadOf(stage)?.url ?? null;
const report = (stage: Stage, change: Parameters<Stage['failed']>[0]) =>
  stage.failed(change, stage.asked('place'));
const answer = (stage: Stage, item: typeof SAME | null) => stage.answer(item, stage.asked('place'));

t.test('the item in the answer follows where its index has moved', async t => {
  const stage = send('end');
  t.match(askOf(stage), {
    op: 'setEnded',
    sourceId: 'ST:1',
    index: 0,
    elapsedS: 180,
    lengthS: 180,
  });
  t.equal(plays(answer(stage, NEXT)), NEXT.audioUrl);
  t.same(asked(stage), ['setEnded']);
});

t.test(
  'an answer that has not moved is asked about after 1, 2 and 4 seconds, then nothing follows',
  async t => {
    const stage = send('end');
    answer(stage, SAME);
    for (const ms of [1_000, 2_000, 4_000]) {
      t.equal(stage.place, 'next item not told yet');
      t.same(delaysOf(stage, 'follow'), [ms]);
      t.same(stage.ops, [], 'not earlier');
      t.match(outside(stage.after(ms).fires('follow')), [{ op: 'current' }]);
      answer(stage, SAME);
    }
    t.same(asked(stage), ['setEnded', 'current', 'current', 'current']);
    t.equal(stage.public.silenceReason, 'sourceEnded');
  },
);

t.test('The agent remembers a taken report only until the next item is known', async t => {
  const isTaken = ({ state, now }: Stage) => toRemembered(state, now).endTaken;
  t.equal(isTaken(send('end')), false);
  t.equal(isTaken(answer(send('end'), NEXT)), false);
  t.equal(isTaken(answer(send('end'), SAME)), true);
});

t.test('a lost answer is settled with current: not taken, so it is sent again, once', async t => {
  const stage = answer(report(send('end'), LOST), SAME);
  t.same(asked(stage), ['setEnded', 'current', 'setEnded']);
  report(stage, LOST);
  t.same(stage.ops, []);
  t.equal(stage.place, 'waiting out a service fault');
  t.equal(stage.public.silenceReason, 'offline');
  t.match(outside(stage.fires('serviceRetry')), [{ op: 'current' }], 'what is unknown is settled first');
});

t.test('an old unknown end is settled before anything is reported', async t => {
  const closing = { index: 0, trackToken: 'token-0', lengthS: 180 };
  const stage = createStage({ restored: { item: { ...NEXT, audioUrl: null }, closing } });
  stage.send({ type: 'player.ready' }).send({ type: 'engine.started' });
  t.match(lastAskOf(stage), { op: 'current' });
  t.match(outside(answer(stage, SAME)), [{ op: 'setEnded', index: 0, elapsedS: 180, lengthS: 180 }]);
  t.equal(plays(answer(stage, NEXT)), NEXT.audioUrl);
});

t.test('a refusal is a refusal and leaves nothing unknown', async t => {
  const stage = report(send('skip'), { code: 'skipLimitReached' });
  t.match(toldListeners(stage), [{ type: 'command.reject', refusal: { reason: 'skipLimitReached' } }]);
  t.same(stage.ops, []);
  t.equal(stage.place, 'waiting for the end');
  const end = report(send('end'), { code: 'serviceError' });
  t.match(outside(end.fires('serviceRetry')), [{ op: 'setEnded' }], 'an end is told without asking first');
});

t.test('a current that cannot settle what is unknown leaves it, whatever it failed of', async t => {
  for (const code of ['serviceError', 'offline'] as const) {
    const stage = report(report(send('end'), LOST), { code, retryAfterMs: 7_000 });
    t.same(delaysOf(stage, 'serviceRetry'), [7_000]);
    t.match(outside(stage.fires('serviceRetry')), [{ op: 'current' }]);
  }
});

t.test('a report that hangs is settled in time for the listener who waits', async t => {
  const stage = send('skip');
  t.same(delaysOf(stage, 'watch'), [5_000]);
  t.match(outside(stage.after(5_000).fires('watch')), [{ op: 'current' }]);
  stage.answer(NEXT, stage.asked('watch'));
  t.match(toldListeners(stage), [{ type: 'command.resolve' }]);
  t.equal(plays(stage), NEXT.audioUrl);
  t.ok(stage.types.includes('service.abort'), 'nobody waits for the report any more');
});

t.test('a report that is late is not sent again before its answer is given up', async t => {
  const stage = send('end');
  t.same(delaysOf(stage, 'placeLimit'), [10_000]);
  t.same(delaysOf(stage, 'watch'), [5_000]);
  for (const [at, ms] of [5_000, 2_000, 2_000].entries()) {
    t.match(outside(stage.after(ms).fires('watch')), [{ op: 'current' }], 'it is asked whether it was taken');
    t.same(delaysOf(stage, 'watch'), [2_000]);
    const watch = stage.asked('watch');
    t.same((at === 1 ? stage.failed({ code: 'offline' }, watch) : stage.answer(SAME, watch)).ops, []);
  }
  stage.after(1_000).fires('placeLimit');
  t.match(outside(stage), [{ op: 'current' }], 'now it may be lost');
  t.match(outside(answer(stage, SAME)), [{ op: 'setEnded' }]);
  t.equal(plays(answer(stage, NEXT)), NEXT.audioUrl);
  const { log } = stage;
  const from = log.length;
  stage.after(20_000).fires('watch').fires('placeLimit').fires('follow');
  t.same(log.slice(from), [], 'and nothing goes on being asked');
});

t.test('a late answer is as good as one in time', async t => {
  const stage = send('end');
  const sent = stage.asked('place');
  stage.after(5_000).fires('watch');
  const watch = stage.asked('watch');
  stage.after(2_000).answer(NEXT, sent);
  t.equal(plays(stage), NEXT.audioUrl);
  t.ok(
    stage.effects.some(effect => effect.type === 'service.abort' && effect.question === watch),
    'what was asked meanwhile is given up',
  );
  t.same(asked(stage), ['setEnded', 'current']);
});

t.test('an end that a broken server may have taken is not told again blindly', async t => {
  const stage = report(send('end'), BROKEN);
  t.match(outside(stage), [{ op: 'current' }]);
  t.equal(plays(answer(stage, NEXT)), NEXT.audioUrl);
  const again = report(answer(report(send('end'), BROKEN), SAME), BROKEN);
  t.same(asked(again), ['setEnded', 'current', 'setEnded']);
  t.equal(again.public.silenceReason, 'serviceError');
  t.match(outside(again.fires('serviceRetry')), [{ op: 'current' }]);
});

t.test('a skip that a broken server refused is refused', async t => {
  const stage = report(send('skip'), BROKEN);
  t.match(toldListeners(stage), [{ type: 'command.reject', refusal: { reason: 'serviceError' } }]);
  t.match(outside(stage), [{ op: 'current' }], 'and may have been taken');
  t.same(asked(answer(stage, SAME)), ['skip', 'current'], 'it is not skipped again');
});

t.test('a skip whose answer is lost twice is settled once more, so that nothing stays unknown', async t => {
  const twice = () => report(answer(report(send('skip'), LOST), SAME), LOST);
  const refused = answer(twice(), SAME);
  t.same(asked(refused), ['skip', 'current', 'skip', 'current']);
  t.match(toldListeners(refused), [{ type: 'command.reject', refusal: { reason: 'offline' } }]);
  t.equal(refused.place, 'waiting for the end');
  const taken = answer(twice(), NEXT);
  t.match(toldListeners(taken), [{ type: 'command.resolve' }]);
  t.equal(plays(taken), NEXT.audioUrl);
  const unknown = report(twice(), { code: 'offline' });
  t.match(toldListeners(unknown), [{ type: 'command.reject', refusal: { reason: 'offline' } }]);
  t.match(outside(unknown.fires('serviceRetry')), [{ op: 'current' }]);
});
