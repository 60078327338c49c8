import t, { type Test } from 'tap';
import { callsOf, openTestbed, reportsAt, reportsOf, silences } from '../rigs/agent/full.js';
import { isAt } from '../fakes/phones/phone.js';
import { anAlbum, aStation, testsOf } from '../rigs/agent/rig.js';

t.jobs = 4;
const test = testsOf(t);

/** The second item sounds, peeked, and the end of the first stays open for longer than a busy machine stands still. */
async function openEnd(t: Test) {
  const testbed = await openTestbed(t, { trackSeconds: 12 });
  const { phone, rig } = testbed;
  rig.sandbox.faults.add('latency', { operation: 'setEnded', value: 4_500 });
  await phone.call('player.play', { sourceId: anAlbum(rig.sandbox).id });
  await rig.sandbox.requests.until('peek', 1);
  await phone.call('player.seek', { positionMs: 9_500 });
  await phone.until('the next', isAt(1));
  return testbed;
}

test('answers to a listener that are lost: each act is done once', async t => {
  const { phone, rig } = await openTestbed(t, { trackSeconds: 25 });
  const { faults, requests } = rig.sandbox;
  const { id, tracks } = anAlbum(rig.sandbox);
  await phone.play({ sourceId: id }, isAt(0));
  faults.add('lostAnswer', { operation: 'skip', times: 1 });
  await phone.call('player.next');
  await phone.until('the second', isAt(1));
  faults.add('lostAnswer', { operation: 'previous', times: 1 });
  await phone.call('player.previous');
  await phone.until('the first again', isAt(2));
  t.equal(phone.state.item?.title, tracks[0]?.name);
  t.equal(rig.asked('skip') + rig.asked('previous'), 2);
  t.equal(rig.device.index, 2);
  await phone.call('player.play', { sourceId: aStation(rig.sandbox) });
  await phone.until('the station', state => isAt(0)(state) && state.source?.type === 'ST');
  faults.add('lostAnswer', { operation: 'replay', times: 1 });
  await phone.call('player.replay');
  await phone.until('again', isAt(1));
  t.equal(requests.count('replay'), 1);
  const [rated, skips] = [rig.device.playing?.piece.id ?? '', rig.asked('skip')];
  faults.add('lostAnswer', { operation: 'setFeedback', times: 1 });
  await phone.call('feedback.set', { value: 'DOWN' });
  await phone.until('the next', isAt(2));
  t.equal(requests.count('setFeedback'), 1);
  t.equal(rig.asked('skip'), skips);
  t.equal(rig.sandbox.listeners[0]?.feedbackOn(rated, aStation(rig.sandbox)), 'DOWN');
  t.equal(rig.device.index, 2);
  t.strictSame(silences(phone), [], 'no silence but to load');
});

test('next while the end before it is open: one item further, not two', async t => {
  const { phone, rig } = await openEnd(t);
  await phone.call('player.next');
  await phone.until('the one after', isAt(2));
  t.match(
    reportsOf(rig).filter(call => !call.startsWith('setStarted')),
    ['setSource', 'setEnded 0 12 NORMAL', /^skip 1 \d+$/],
  );
  t.equal(rig.device.index, 2);
  t.strictSame(silences(phone), [], 'no silence but to load');
});

test('another source while an end is open: the end is moot', async t => {
  const { phone, rig } = await openEnd(t);
  const station = aStation(rig.sandbox);
  await phone.call('player.play', { sourceId: station });
  await phone.until('the station', state => isAt(0)(state) && state.source?.id === station);
  await rig.sandbox.requests.until('setEnded', 1);
  await phone.untilPosition(2_000);
  t.match(phone.state, { source: { id: station }, item: { index: 0 } });
  t.equal(rig.device.source?.id, station);
  t.equal(rig.asked('setEnded'), 1);
  t.strictSame(silences(phone), [], 'no silence but to load');
});

test('pause while an end is open: told when it is settled, from where it was', async t => {
  const { phone, rig } = await openEnd(t);
  await phone.call('player.pause');
  const { positionMs } = phone.state.position;
  await rig.sandbox.requests.until('setEnded', 1);
  await phone.play();
  await rig.sandbox.requests.until('setStarted', 2);
  t.strictSame(reportsAt(rig, 1), [`setStarted 1 ${Math.floor(positionMs / 1000)}`]);
  t.strictSame(reportsAt(rig, 0), ['setStarted 0 0', 'setEnded 0 12 NORMAL']);
  // At the start; and where the answer to the end takes long, whether it was taken.
  t.ok(callsOf(rig).filter(call => call === 'current').length <= 2);
});
