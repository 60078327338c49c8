/** A listener who was told that a skip was not done never sees it done later by us. */
import t from 'tap';
import { outside } from '../rigs/core/rows.js';
import { toldListeners } from '../rigs/core/outside.js';
import { createAppended, createItem, createPlaying } from '../rigs/core/stage.js';

t.test(
  'its answer is lost, and whether it was taken cannot be asked: it is looked up, not sent again',
  async t => {
    const lost = () => createPlaying().ask({ type: 'next' }).failed({ outcome: 'lost' });
    const stage = lost();
    t.same(stage.ops, ['current']);
    t.match(outside(stage.failed()), [{ type: 'command.reject', refusal: { reason: 'offline' } }]);
    t.same(stage.fires('serviceRetry').ops, ['current']);
    t.same(stage.answer(createItem(0)).ops, []);
    t.match(stage.public, { silenceReason: null, item: { index: 0 } });
    t.same(stage.after(180_000).ended().ops, ['setEnded'], 'its end is told as that of any other');

    const taken = lost().failed().fires('serviceRetry').answer(createItem(1));
    t.match(taken.public, { silenceReason: null, item: { index: 0 } }, 'what sounds goes on to its end');
    t.match(outside(taken), [{ type: 'player.load', mode: 'append', url: 'http://audio.test/1' }]);
  },
);

t.test('a skip asked after one whose answer was lost is sent, once that one was not taken', async t => {
  const stage = createPlaying().ask({ type: 'next' }).failed({ outcome: 'lost' }).failed();
  t.match(toldListeners(stage), [{ type: 'command.reject', refusal: { reason: 'offline' } }]);
  stage.ask({ type: 'next' });
  t.same(toldListeners(stage), [], 'it waits for what became of the first');
  stage.fires('serviceRetry').answer(createItem(0));
  t.same(stage.ops, ['skip']);
  t.match(toldListeners(stage.answer(createItem(1))), [{ type: 'command.resolve' }]);
  t.match(stage.public.item, { index: 1 });
});

t.test(
  'it waits for an address that cannot be had: it is refused, and not sent when the service is back',
  async t => {
    const stage = createAppended(createItem(1, { audioUrl: null }))
      .after(900)
      .ended();
    t.same(stage.ops, ['current']);
    t.match(
      outside(stage.ask({ type: 'next' })),
      [{ type: 'command.resolve' }],
      'what follows is on its way',
    );
    t.same(stage.ask({ type: 'next' }).ops, []);
    t.match(outside(stage.failed()), [{ type: 'command.reject', refusal: { reason: 'offline' } }]);
    t.same(stage.fires('serviceRetry').ops, ['current']);
    stage.answer(createItem(1)).started();
    t.match(stage.public, { silenceReason: null, item: { index: 1 } });
  },
);
