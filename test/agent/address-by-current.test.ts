/** A service that gives addresses by `current` alone, and takes its time: what is done while the next one is fetched. */
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { silences } from '../rigs/agent/full.js';
import { isAt } from '../fakes/phones/phone.js';
import { anAlbum, createRig, type Testbed, type Rig, testsOf } from '../rigs/agent/rig.js';

t.jobs = 4;
const test = testsOf(t);
const SLOW_MS = 5_000;

/** Sound is over, and the address of what follows is on its way: which takes seconds. */
async function openWindow(t: Test, profile: 'core' | 'full'): Promise<Testbed & { readonly rig: Rig }> {
  const rig = await createRig(t, { profile, trackSeconds: 8, progressFrequency: null });
  rig.sandbox.faults.add('noAddress');
  const testbed = await rig.ready({ TONEARM_SERVICE_PROFILE: profile });
  const { phone } = testbed;
  await phone.play({ sourceId: anAlbum(rig.sandbox).id }, isAt(0));
  rig.sandbox.faults.add('latency', { operation: 'current', value: SLOW_MS });
  const before = rig.sandbox.requests.count('current');
  const isAsked = () => rig.sandbox.requests.count('current') > before;
  while (!isAsked() || phone.state.silenceReason !== 'loading') await sleep(10);
  t.match(phone.state, { silenceReason: 'loading', item: { index: 0 } });
  return { ...testbed, rig };
}

for (const profile of ['core', 'full'] as const) {
  test(`${profile}: next plays what follows`, async t => {
    const { rig, phone } = await openWindow(t, profile);
    t.match(await phone.ask('player.next'), { result: {} });
    await phone.until('the next', isAt(1));
    t.equal(rig.device.index, 1, 'and no skip was spent on it');
    t.strictSame(silences(phone), [], 'no silence but to load');
  });

  test(`${profile}: whatever else is done, what follows plays`, async t => {
    const { rig, phone } = await openWindow(t, profile);
    await phone.call('player.seek', { positionMs: 1_000 });
    await phone.call('player.pause');
    await phone.until('paused', ({ silenceReason }) => silenceReason === 'paused');
    await phone.until('the next is shown', ({ item }) => item?.index === 1);
    await phone.play({}, isAt(1));
    t.equal(rig.device.index, 1);
    t.notOk(silences(phone).includes('sourceEnded'));
  });

  test(`${profile}: a restart in between`, async t => {
    const { agent, rig, token } = await openWindow(t, profile);
    await agent.end();
    const again = await rig.start({ TONEARM_SERVICE_PROFILE: profile });
    const phone = await rig.phone(again, token);
    const { item } = await phone.until('sound', state => state.silenceReason === null);
    t.match(item, { index: 1 });
    t.equal(rig.device.index, 1);
  });
}
