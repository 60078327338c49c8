import { EventEmitter, once } from 'node:events';
import t from 'tap';
import { MpvLiveness } from '../../src/player/process/liveness.js';
import { clock } from './rig.js';

t.test('however often it is asked, it has its time to answer before it counts as hung', async t => {
  const news = new EventEmitter();
  let firstAskedMs = 0;
  let asked = 0;
  const liveness = new MpvLiveness({
    clock,
    heardMs: () => 0,
    busyForMs: () => 250,
    ask: () => {
      asked += 1;
      firstAskedMs ||= clock.steadyMs();
    },
    onHung: () => news.emit('hung'),
  });
  t.teardown(() => liveness.stop());
  liveness.hurry();
  await once(news, 'hung');
  t.ok(asked > 3, 'it was asked again and again');
  const waitedMs = clock.steadyMs() - firstAskedMs;
  t.ok(waitedMs > 1_400, `waited for ${waitedMs} ms`);
});

t.test('whoever answers late, but answers, lives on', async t => {
  let heardMs = 0;
  let asked = 0;
  const news = new EventEmitter();
  const liveness = new MpvLiveness({
    clock,
    heardMs: () => heardMs,
    busyForMs: () => 250,
    ask: () => {
      asked += 1;
      setTimeout(() => (heardMs = clock.steadyMs()), 700);
      if (asked === 12) news.emit('enough');
    },
    onHung: () => news.emit('enough', 'hung'),
  });
  t.teardown(() => liveness.stop());
  liveness.hurry();
  const [end] = (await once(news, 'enough')) as unknown[];
  t.not(end, 'hung');
});
