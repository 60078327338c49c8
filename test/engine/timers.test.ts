import t from 'tap';
import { createTimers } from '../../src/engine/timers.js';
import { useFakeTime } from '../fakes/time/fake.js';

t.test('a timer fires once, with its random part on top', async t => {
  const time = useFakeTime(t);
  const fired: string[] = [];
  const timers = createTimers({ clock: time.clock, random: () => 0.5, fire: name => void fired.push(name) });
  timers.set('serviceRetry', 1_000, 1_000);
  await time.pass(1_250);
  t.same(fired, []);
  await time.pass(250);
  t.same(fired, ['serviceRetry']);
  await time.pass(10_000);
  t.same(fired, ['serviceRetry']);
});

t.test('a timer replaces one of the same name; cancelled and stopped ones never fire', async t => {
  const time = useFakeTime(t);
  const fired: string[] = [];
  const timers = createTimers({ clock: time.clock, random: () => 0, fire: name => void fired.push(name) });
  timers.set('soundRetry', 500, 0);
  timers.set('soundRetry', 2_000, 0);
  timers.set('stall', 500, 0);
  timers.cancel('stall');
  timers.set('serviceRetry', 3_000, 0);
  await time.pass(2_500);
  t.same(fired, ['soundRetry']);
  timers.stop();
  timers.stop();
  await time.pass(5_000);
  t.same(fired, ['soundRetry']);
});

t.test('a delay longer than a timer can be does not come at once', async t => {
  const fired: string[] = [];
  const timers = createTimers({
    clock: { steadyMs: () => performance.now() },
    random: () => 1,
    fire: name => void fired.push(name),
  });
  t.teardown(() => timers.stop());
  timers.set('endReport', 2 ** 40, 0);
  timers.set('serviceRetry', 2 ** 31 - 1, 2 ** 31);
  await new Promise(resolve => setTimeout(resolve, 20));
  t.same(fired, []);
});

t.test('a process that stood still: what came meanwhile is read before a timer fires', async t => {
  const time = useFakeTime(t);
  const fired: string[] = [];
  let stoodStillMs = 0;
  const clock = { steadyMs: () => time.clock.steadyMs() + stoodStillMs };
  const timers = createTimers({ clock, random: () => 0, fire: name => void fired.push(name) });
  timers.set('stall', 1_000, 0);
  timers.set('serviceRetry', 1_000, 0);
  stoodStillMs = 17_000;
  await time.pass(1_750);
  t.same(fired, []);
  timers.cancel('stall');
  await time.pass(1_250);
  t.same(fired, ['serviceRetry'], 'what is still to be waited for comes; what has come meanwhile does not');
  timers.set('stall', 1_000, 0);
  stoodStillMs += 900;
  await time.pass(1_000);
  t.same(fired, ['serviceRetry', 'stall'], 'one that is a little late fires');
});
