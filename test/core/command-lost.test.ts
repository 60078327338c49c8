import t from 'tap';
import type { Command } from '../../src/contract/command.js';
import { item, playing } from '../rigs/core/full.js';
import { allOutside, loadOf, outside, toldListeners } from '../rigs/core/outside.js';
import type { Stage } from '../rigs/core/stage.js';

const LOST = { outcome: 'lost' } as const;
/** A server that failed and may have done it. */
const BROKEN = { code: 'serviceError', outcome: 'broken', retryAfterMs: 3_000 } as const;
const NEXT = item(1);
const SAME = item(0);

/** A listener asks the service; `asked` is what that made of it. */
const act = (command: Command, changes = {}) => {
  const stage = playing(changes);
  const from = stage.log.length;
  stage.ask(command);
  return {
    stage,
    asked: () =>
      allOutside(stage)
        .slice(allOutside({ ...stage, log: stage.log.slice(0, from) }).length)
        .flatMap(told => ('op' in told && told.op !== 'setStarted' ? [told.op] : [])),
  };
};
const replies = (stage: Stage, answer: ReturnType<typeof item> | null) =>
  stage.answer(answer, stage.asked('command'));
const fails = (stage: Stage, changes: Parameters<Stage['failed']>[0]) =>
  stage.failed(changes, stage.asked('command'));
const RESOLVED = [{ type: 'command.resolve' }];
const rejected = (reason: string) => [{ type: 'command.reject', refusal: { reason } }];

t.test('a step back whose answer is lost is settled, never repeated', async t => {
  const moved = act({ type: 'previous' });
  fails(moved.stage, LOST);
  replies(moved.stage, NEXT);
  t.same(moved.asked(), ['previous', 'current']);
  t.match(toldListeners(moved.stage), RESOLVED);
  t.match(loadOf(moved.stage), { url: 'http://audio.test/1' });
  const stayed = act({ type: 'previous' });
  fails(stayed.stage, LOST);
  replies(stayed.stage, SAME);
  t.same(stayed.asked(), ['previous', 'current']);
  t.match(toldListeners(stayed.stage), rejected('offline'));
  t.equal(stayed.stage.place, 'waiting for the end', 'it was not done');
});

t.test('a step back without an item in its answer is asked about', async t => {
  const { stage, asked } = act({ type: 'previous' });
  replies(stage, null);
  t.same(toldListeners(stage), []);
  replies(stage, NEXT);
  t.same(asked(), ['previous', 'current']);
  t.match(toldListeners(stage), RESOLVED);
  t.match(loadOf(stage), { url: 'http://audio.test/1' });
});

t.test('a step back that is refused, or cannot be settled, says so', async t => {
  const limited = act({ type: 'previous' });
  fails(limited.stage, { code: 'skipLimitReached' });
  t.match(toldListeners(limited.stage), rejected('skipLimitReached'));
  t.same(limited.asked(), ['previous']);
  const { stage, asked } = act({ type: 'previous' });
  fails(stage, LOST);
  fails(stage, { code: 'offline' });
  t.match(toldListeners(stage), rejected('offline'));
  t.match(asked(), ['previous', 'current', 'current'], 'and may have been done: that is looked up');
  t.equal(stage.public.silenceReason, null);
});

t.test('A broken command gets its failure once it is known undone', async t => {
  const { stage } = act({ type: 'previous' });
  fails(stage, BROKEN);
  replies(stage, SAME);
  t.match(toldListeners(stage), [
    { type: 'command.reject', refusal: { reason: 'serviceError', retryAfterMs: 3_000 } },
  ]);
  t.equal(stage.place, 'waiting for the end');
});

t.test('a replay whose answer is lost is settled, never repeated', async t => {
  const { stage, asked } = act({ type: 'replay' });
  fails(stage, LOST);
  replies(stage, SAME);
  t.same(asked(), ['replay', 'current']);
  t.match(toldListeners(stage), rejected('offline'));
});

t.test('A replay that was done, and of which nobody said where it is, is looked up again', async t => {
  const { stage, asked } = act({ type: 'replay' });
  replies(stage, null);
  fails(stage, { code: 'offline' });
  t.match(toldListeners(stage), rejected('offline'));
  t.match(asked(), ['replay', 'current', 'current'], 'it is an item of its own at the service');
  t.equal(stage.public.silenceReason, null);
});

t.test(
  'a thumb-up whose answer is lost is given again, a thumb-down is not: it may have skipped',
  async t => {
    const up = act({ type: 'setFeedback', value: 'UP' });
    fails(up.stage, LOST);
    t.same(toldListeners(up.stage), []);
    replies(up.stage, null);
    t.same(up.asked(), ['setFeedback', 'setFeedback']);
    t.match(toldListeners(up.stage), RESOLVED);
    t.equal(up.stage.public.item?.feedback, 'UP');
    const down = act({ type: 'setFeedback', value: 'DOWN' });
    fails(down.stage, LOST);
    replies(down.stage, NEXT);
    t.same(down.asked(), ['setFeedback', 'current']);
    t.match(toldListeners(down.stage), RESOLVED);
    t.match(loadOf(down.stage), { url: 'http://audio.test/1' });
  },
);

t.test('a thumb-down that was not taken is given again, one that was taken is not', async t => {
  const missed = act({ type: 'setFeedback', value: 'DOWN' });
  fails(missed.stage, LOST);
  replies(missed.stage, SAME);
  t.same(missed.asked(), ['setFeedback', 'current', 'setFeedback']);
  const taken = act({ type: 'setFeedback', value: 'DOWN' });
  fails(taken.stage, LOST);
  replies(taken.stage, { ...SAME, feedback: 'DOWN' });
  t.same(taken.asked(), ['setFeedback', 'current']);
  t.equal(taken.stage.public.item?.feedback, 'DOWN');
  const untold = act({ type: 'setFeedback', value: 'DOWN' }, { trackToken: null });
  fails(untold.stage, LOST);
  replies(untold.stage, { ...SAME, trackToken: null });
  t.same(untold.asked(), ['setFeedback', 'current'], 'without a token nobody can say');
});

t.test('a command that hangs is settled in time for the listener who waits', async t => {
  const { stage, asked } = act({ type: 'previous' });
  t.match(
    stage.effects.filter(effect => effect.type === 'timer.set' && effect.name === 'commandLimit'),
    [{ delayMs: 5_000 }],
  );
  const sent = stage.asked('command');
  stage.after(5_000).fires('commandLimit');
  t.ok(stage.effects.some(effect => effect.type === 'service.abort' && effect.question === sent));
  t.same(asked(), ['previous', 'current']);
  t.match(loadOf(replies(stage, NEXT)), { url: 'http://audio.test/1' });
  t.same(outside(stage.answer(NEXT, sent)), [], 'its own answer says nothing any more');
});
