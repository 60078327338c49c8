import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { waitPatiently } from '../../src/player/process/patience.js';

/** As a program that loads another part of itself. */
function beBusy(ms: number): void {
  const untilMs = performance.now() + ms;
  while (performance.now() < untilMs);
}

t.test('time in which we are busy ourselves counts as one step', async t => {
  const told: string[] = [];
  const over = new Promise<void>(resolve => {
    waitPatiently(500, () => {
      told.push('over');
      resolve();
    });
  });
  beBusy(700);
  await sleep(1);
  t.same(told, [], 'nobody could be heard meanwhile');
  await over;
  t.same(told, ['over']);
});

t.test('a wait that is ended is not over', async t => {
  const end = waitPatiently(1, () => t.fail('it was ended'));
  end();
  await sleep(20);
  t.pass();
});
