/** The service allows no more skips for now: a thumb is one thing, and the skip that it causes another. */
import t from 'tap';
import { LIMITS } from '../../src/core/limits.js';
import { thumbTaken } from '../../src/core/playing.js';
import { item, playing } from '../rigs/core/full.js';
import { toldListeners } from '../rigs/core/outside.js';
import type { Stage } from '../rigs/core/stage.js';

const LIMIT = { code: 'skipLimitReached', serviceMessage: 'Six an hour.' } as const;
const RESOLVED = [{ type: 'command.resolve' }];
const REJECTED = [{ type: 'command.reject', refusal: { reason: 'skipLimitReached' } }];

function limited(changes: object = {}): Stage {
  const stage = playing().ask({ type: 'next' });
  return stage.failed({ ...LIMIT, ...changes }, stage.asked('place'));
}

t.test('where no skip is left the next press is answered without asking, and everybody sees why', async t => {
  const stage = limited();
  t.match(toldListeners(stage), REJECTED);
  t.equal(stage.public.can.next, false);
  stage.ask({ type: 'setVolume', volume: 10 });
  t.equal(stage.public.notice, null, 'a notice goes with the next act');
  t.equal(stage.public.can.next, false, 'what it told does not');
  stage.ask({ type: 'next' });
  t.match(toldListeners(stage), REJECTED);
  t.notOk(stage.ops.includes('skip'));
  t.match(stage.public.notice, { code: 'skipLimitReached' });
});

t.test('it is over with the item, after a while, or when the service says', async t => {
  const next = limited();
  next.after(168_000).ended();
  next.answer(item(1), next.asked('place'));
  t.equal(next.public.can.next, true);
  t.equal(limited().after(LIMITS.skipLimit).ask({ type: 'setVolume', volume: 10 }).public.can.next, true);
  const told = limited({ retryAfterMs: 60_000 });
  t.equal(told.after(59_000).ask({ type: 'setVolume', volume: 10 }).public.can.next, false);
  t.equal(told.after(1_000).ask({ type: 'setVolume', volume: 11 }).public.can.next, true);
});

t.test('a thumb down that was taken is done, though it skips nothing', async t => {
  const stage = playing().ask({ type: 'setFeedback', value: 'DOWN' });
  stage.failed(LIMIT, stage.asked('command'));
  t.same(toldListeners(stage), [], 'it is looked up first');
  const before = stage.state;
  const rated = { ...item(0), feedback: 'DOWN' } as const;
  const question = stage.asked('command');
  stage.answer(rated, question);
  t.match(toldListeners(stage), RESOLVED);
  t.match(stage.public, {
    item: { index: 0, feedback: 'DOWN' },
    notice: { code: 'skipLimitReached' },
    can: { next: false },
  });
  const event = { type: 'service.answered', question, item: rated, source: null, done: true } as const;
  t.same(thumbTaken(before, event), { trackId: 'TR:0', value: 'DOWN' });
  t.equal(thumbTaken(before, { ...event, item: item(0) }), null);
});

t.test('one that was not taken is refused, and not given again', async t => {
  const stage = playing().ask({ type: 'setFeedback', value: 'DOWN' });
  stage.failed(LIMIT, stage.asked('command'));
  stage.answer(item(0), stage.asked('command'));
  t.match(toldListeners(stage), REJECTED);
  t.equal(stage.public.item?.feedback, null);
});
