import t from 'tap';
import { isAt } from '../fakes/phones/phone.js';
import { aStation, skip, testsOf } from '../rigs/agent/rig.js';
import { whyNoNamespace } from '../fakes/machine/namespace.js';
import { interrupt, openByCable } from '../rigs/agent/network.js';
import { endsOf } from '../rigs/agent/story.js';

t.jobs = 3;
// What is done while the first item sounds takes its time on a busy machine.
const sandbox = { trackSeconds: 10, progressFrequency: null };
const test = testsOf(t, skip || whyNoNamespace(['net']));

test('the network interface goes, and comes back', async t => {
  const testbed = await openByCable(t, sandbox);
  await interrupt(t, testbed, testbed.unplug, testbed.plug);
});

test('gone for longer, it is noticed when it comes back', async t => {
  const testbed = await openByCable(t, { ...sandbox, trackSeconds: 6 });
  const { agent, phone, rig } = testbed;
  const tries = () => agent.stdout.split('"Playback: waiting out a service fault."').length - 1;
  const isNoticed = () => agent.stdout.includes('"A network link has come up."');
  await phone.call('player.play', { sourceId: aStation(rig.sandbox) });
  // A try that was due just then may find the service before the link is looked at: then it goes once more.
  let gone = 0;
  while (!isNoticed() && gone < 4) {
    await phone.untilPosition(500);
    const before = tries();
    // A connection that stands would be waited for.
    testbed.cut();
    testbed.unplug();
    // Then it waits for longer than it takes to look once.
    while (tries() < before + 5) await new Promise(resolve => setTimeout(resolve, 50));
    t.match(phone.state, { silenceReason: 'offline', playbackStatus: 'playing' });
    testbed.plug();
    gone += 1;
    await phone.until('the next item', isAt(gone));
  }
  t.match(await agent.line(/^A network link has come up/), { level: 'info' });
  const items = Array.from({ length: gone }, (_, index) => index);
  t.strictSame(endsOf(rig, 6), items, 'each end was reported once');
});

test('the cable carries nothing for a while', async t => {
  const testbed = await openByCable(t, sandbox);
  await interrupt(
    t,
    testbed,
    () => testbed.block(true),
    () => testbed.block(false),
  );
});
