/** The service allows no more skips for now: a thumb is one thing, and the skip that it causes another. */
import t from 'tap';
import { thumbTaken } from '../../src/core/playing.js';
import { item, playing } from '../rigs/core/full.js';
import { toldListeners } from '../rigs/core/outside.js';
import type { Stage } from '../rigs/core/stage.js';

const LIMIT = { code: 'skipLimitReached', serviceMessage: 'Six an hour.' } as const;
const RESOLVED = [{ type: 'command.resolve' }];
const REJECTED = [{ type: 'command.reject', refusal: { reason: 'skipLimitReached' } }];

function limited(): Stage {
  const stage = playing().ask({ type: 'next' });
  return stage.failed(LIMIT, stage.asked('place'));
}

t.test('everybody is told until the next act, and what the item allows stays allowed', async t => {
  const stage = limited();
  t.match(toldListeners(stage), REJECTED);
  t.match(stage.public, {
    notice: { code: 'skipLimitReached', message: 'Six an hour.' },
    can: { next: true },
  });
  stage.ask({ type: 'next' });
  t.equal(stage.public.notice, null);
  t.ok(stage.ops.includes('skip'), 'only the service knows whether there is one again');
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
