import t from 'tap';
import { audioOf, callsOf, openTestbed, reportsAt, silences } from '../rigs/agent/full.js';
import { isAt } from '../fakes/phones/phone.js';
import { anAlbum, testsOf } from '../rigs/agent/rig.js';
import { firstPlaceMs } from '../rigs/agent/place.js';
import { slack } from '../rigs/slowness.js';

t.jobs = 4;
const test = testsOf(t);

test('next with the look-ahead in hand opens nothing anew', async t => {
  const { phone, rig } = await openTestbed(t, { trackSeconds: 25 });
  const { id, tracks } = anAlbum(rig.sandbox);
  const second = tracks[1]?.id ?? '';
  await phone.call('player.play', { sourceId: id });
  await rig.sandbox.requests.until('audio', 2);
  t.equal(rig.asked('peek'), 1);
  t.equal(audioOf(rig, second), 1, 'the player has it already');
  const before = rig.sandbox.requests.count('audio');
  await phone.call('player.next');
  await phone.until('the next', isAt(1));
  await rig.sandbox.requests.until('setStarted', 2);
  t.equal(rig.sandbox.requests.count('audio'), before, 'no new audio request');
  t.equal(phone.state.item?.title, tracks[1]?.name);
  t.match(reportsAt(rig, 0), ['setStarted 0 0', /^skip 0 \d+$/]);
  t.strictSame(reportsAt(rig, 1), ['setStarted 1 0']);
  t.equal(callsOf(rig).filter(call => call === 'current').length, 1);
  t.ok(firstPlaceMs(phone, isAt(1)) < slack(1_000), 'from its start');
  t.strictSame(silences(phone), [], 'no silence but to load');
});

test('a peeked address that is refused: a fresh one, the same item', async t => {
  const { phone, rig } = await openTestbed(t, { trackSeconds: 20 });
  const { id, tracks } = anAlbum(rig.sandbox);
  await phone.call('player.play', { sourceId: id });
  await rig.sandbox.requests.until('setStarted', 1);
  rig.sandbox.faults.add('audioStatus', { value: 403, times: 1 });
  await phone.call('player.seek', { positionMs: 16_000 });
  await phone.until('the next', isAt(1));
  t.equal(phone.state.item?.title, tracks[1]?.name);
  await rig.sandbox.requests.until('setStarted', 2);
  t.strictSame(reportsAt(rig, 0), ['setStarted 0 0', 'setEnded 0 20 NORMAL']);
  t.strictSame(reportsAt(rig, 1), ['setStarted 1 0']);
  t.equal(rig.device.index, 1);
  t.strictSame(silences(phone), [], 'no silence but to load');
});

test('a look ahead that fails is no harm', async t => {
  const { phone, rig } = await openTestbed(t, { trackSeconds: 3.5 }, { TONEARM_SERVICE_PROFILE: 'full' });
  // No 503: it asks the speaker to wait, which holds for the report of the end too.
  rig.sandbox.faults.add('status', { operation: 'peek', value: 502 });
  await phone.play({ sourceId: anAlbum(rig.sandbox).id }, isAt(2), 40_000);
  for (const index of [0, 1]) {
    t.strictSame(reportsAt(rig, index), [`setStarted ${index} 0`, `setEnded ${index} 4 NORMAL`]);
  }
  t.equal(phone.state.notice, null);
  t.strictSame(silences(phone), [], 'no silence but to load');
});
