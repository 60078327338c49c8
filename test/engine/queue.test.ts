import t from 'tap';
import { createQueue } from '../../src/engine/queue.js';
import { settled, useFakeTime } from '../fakes/engine-time.js';

t.test('each waits for the one before, whatever becomes of it, and no longer than two seconds', async t => {
  const time = useFakeTime(t);
  const inOrder = createQueue();
  const made: string[] = [];
  const settle: Record<string, (fault?: Error) => void> = {};
  const call = (name: string) =>
    inOrder(
      () =>
        new Promise<void>((resolve, reject) => {
          made.push(name);
          settle[name] = fault => (fault === undefined ? resolve() : reject(fault));
        }),
    );
  const first = call('first');
  const second = call('second').catch((fault: unknown) => fault);
  const third = call('third');
  const fourth = call('fourth');
  await settled();
  t.same(made, ['first']);
  settle['first']?.();
  await first;
  await settled();
  t.same(made, ['first', 'second']);
  settle['second']?.(new Error('refused'));
  t.match(await second, { message: 'refused' });
  await settled();
  t.same(made, ['first', 'second', 'third']);
  await time.pass(1_900);
  t.equal(made.length, 3);
  await time.pass(200);
  t.same(made, ['first', 'second', 'third', 'fourth'], 'what hangs holds nothing back for ever');
  settle['fourth']?.();
  settle['third']?.();
  await Promise.all([third, fourth]);
});
