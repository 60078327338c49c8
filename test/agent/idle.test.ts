import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { createRig, skip } from '../rigs/agent/rig.js';
import type { RunningTimer } from '../rigs/agent/timers.js';
import { type Watched, watchTimers } from '../rigs/agent/watched.js';

/** Nothing of the agent's own runs more often than this while nobody wants anything. */
const SLOWEST_MS = 10_000;

/** Looks after mpv ten seconds after its last word, so that the wait that is left is a little shorter. */
const isLiveness = ({ where }: RunningTimer) =>
  where.some(place => /player\/process\/liveness\.[jt]s/.test(place));
const isQuick = (timer: RunningTimer) => timer.ms < SLOWEST_MS - (isLiveness(timer) ? 2_000 : 0);

/** What was being done ends first; a timer that is set again and again would be seen at every look. */
async function findQuick(watched: Watched): Promise<readonly RunningTimer[]> {
  for (let look = 0; ; look += 1) {
    const quick = (await watched.timers()).filter(isQuick);
    if (quick.length === 0 || look === 60) return quick;
    await sleep(250);
  }
}

t.test('idle, no timer is faster than one in ten seconds', { skip }, async t => {
  const rig = await createRig(t);
  const watched = await watchTimers(rig);
  t.ok((await watched.timers()).some(isLiveness), 'mpv is looked after, so timers are seen');
  t.strictSame(await findQuick(watched), [], 'not paired');

  const token = await rig.pair(watched.agent);
  t.strictSame(await findQuick(watched), [], 'paired');
  const phone = await rig.phone(watched.agent, token);
  t.strictSame(await findQuick(watched), [], 'and watched by a phone');
  phone.close();
  t.strictSame(await findQuick(watched), [], 'which has left');
});
