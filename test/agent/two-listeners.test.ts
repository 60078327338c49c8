/** One listener signs out and another signs in while the service is being told of what the first one heard. */
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { isAt } from '../fakes/phones/phone.js';
import { anAlbum, createRig, type Testbed, type Rig, testsOf } from '../rigs/agent/rig.js';

t.jobs = 4;
const test = testsOf(t);

/** Longer than the answer to a report is waited for: the other one is at his first item still when it is repeated. */
const SECONDS = 16;

/** The first listener's album sounds, near the end of its first item. */
async function open(
  t: Test,
  profile: 'core' | 'full',
  progressFrequency: number | null,
): Promise<Testbed & { readonly rig: Rig }> {
  const rig = await createRig(t, { profile, trackSeconds: SECONDS, progressFrequency });
  const testbed = await rig.ready({ TONEARM_SERVICE_PROFILE: profile });
  await testbed.phone.play({ sourceId: anAlbum(rig.sandbox).id }, isAt(0));
  await testbed.phone.call('player.seek', { positionMs: (SECONDS - 5) * 1_000 });
  return { ...testbed, rig };
}

/** The second listener pairs and hears an item to its end; nothing is said of the first one's on his account. */
async function handOver(t: Test, { agent, phone, rig }: Testbed & { readonly rig: Rig }): Promise<void> {
  const { sandbox } = rig;
  const [, other] = sandbox.listeners;
  const album = sandbox.catalogue.albums.findLast(({ restricted }) => !restricted);
  await phone.call('system.unpair');
  const guest = await rig.phone(agent, await rig.pair(agent, other?.id), 'of the other');
  t.match(guest.first, { pairing: 'paired', source: null, item: null });
  await guest.play({ sourceId: album?.id }, isAt(1), 60_000);
  const asked = sandbox.requests.all.filter(({ listenerId }) => listenerId === other?.id);
  const sources = asked.map(({ args }) => args['sourceId']).filter(id => id !== undefined);
  t.strictSame([...new Set(sources)], [album?.id], 'all that was asked on his account is of his source');
  const ends = sandbox.devices
    .get('device-of-the-test', other?.id)
    .reports.filter(({ operation, elapsedS }) => operation === 'setEnded' || elapsedS === SECONDS);
  t.strictSame(
    ends.map(({ index }) => index),
    [0],
    'each end once',
  );
}

for (const profile of ['core', 'full'] as const) {
  const report = profile === 'core' ? 'setProgress' : 'setEnded';

  test(`${profile}: the report of an end that is never answered`, async t => {
    const testbed = await open(t, profile, null);
    const { requests, faults } = testbed.rig.sandbox;
    const before = requests.count(report);
    faults.add('blackHole', { operation: report, times: 1 });
    while (requests.count(report) === before) await sleep(20);
    await testbed.phone.until('over', state => !isAt(0)(state));
    await handOver(t, testbed);
  });

  test(`${profile}: reports that wait for tokens`, async t => {
    const testbed = await open(t, profile, 2);
    const { faults, requests } = testbed.rig.sandbox;
    faults.add('slowRefresh', { value: 9_000, times: 1 });
    testbed.rig.sandbox.expireAccessTokens();
    while (requests.count('refresh') === 0) await sleep(20);
    await handOver(t, testbed);
  });
}
