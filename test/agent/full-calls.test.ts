import t from 'tap';
import {
  callsOf,
  jumpTo,
  openTestbed,
  refusedOf,
  reportsAt,
  reportsOf,
  silences,
} from '../rigs/agent/full.js';
import { isAt, isSounding } from '../fakes/phones/phone.js';
import { anAlbum, testsOf } from '../rigs/agent/rig.js';
import { watchHoldUps } from '../rigs/slowness.js';
import { checkProgress } from '../rigs/agent/story.js';

t.jobs = 4;
const test = testsOf(t);

for (const profile of ['auto', 'full']) {
  test(`${profile}: every call of three short tracks, in order`, async t => {
    const testbed = await openTestbed(
      t,
      { trackSeconds: 4.5, progressFrequency: 2 },
      { TONEARM_SERVICE_PROFILE: profile },
    );
    const { phone, rig } = testbed;
    const holdUps = watchHoldUps();
    const { id } = anAlbum(rig.sandbox);
    await phone.call('player.play', { sourceId: id });
    await rig.sandbox.requests.until('setEnded', 3);
    const calls = callsOf(rig);
    const expected = [0, 1, 2].flatMap(index => [`setStarted ${index} 0`, `setEnded ${index} 5 NORMAL`]);
    t.strictSame(
      reportsOf(rig).filter(call => !/ 3 |^setProgress/.test(call)),
      ['setSource', ...expected],
      'every beginning and every end, in order',
    );
    for (const index of [0, 1, 2]) {
      const [, ...later] = reportsAt(rig, index).map(call => Number(call.split(' ')[2]));
      checkProgress(t, later, [2, 5], holdUps.wasHeldUp());
    }
    t.equal(calls.filter(call => call === 'current').length, 1, 'only at the start');
    const upToThird = calls.slice(0, calls.indexOf('setEnded 2 5 NORMAL'));
    t.equal(upToThird.filter(call => call === 'peek').length, 3, 'one look ahead an item');
    const uuids = new Set(rig.sandbox.requests.of('setEnded').map(({ args }) => args['deviceUuid']));
    t.strictSame([...uuids], ['device-of-the-test']);
    t.equal(
      rig.sandbox.requests.of('setStarted').every(({ args }) => args['sourceId'] === id),
      true,
    );
    t.strictSame(refusedOf(rig), [], 'nothing was asked for that the service lacks');
    t.strictSame(silences(phone), [], 'no silence but to load');
    t.match(phone.state.item, { album: String, artist: String }, 'what only the full profile tells');
  });
}

test('a source that ends: reported once, then it stops', async t => {
  const { phone, rig } = await openTestbed(t, { trackSeconds: 2.5 });
  await phone.call('player.play', { sourceId: anAlbum(rig.sandbox).tracks[0]?.id });
  await phone.until('its end', ({ silenceReason }) => silenceReason === 'sourceEnded', 40_000);
  t.strictSame(reportsOf(rig), ['setSource', 'setStarted 0 0', 'setEnded 0 3 NORMAL']);
  t.equal(rig.device.ended, true);
  t.equal(phone.state.playbackStatus, 'stopped');
});

test('pause and resume, stop and play: told where, and nothing in between', async t => {
  const { phone, rig } = await openTestbed(t, { trackSeconds: 25, progressFrequency: 1 });
  await phone.call('player.play', { sourceId: anAlbum(rig.sandbox).id });
  await phone.untilPosition(1_300);
  for (const [silence, count] of [
    ['pause', 1],
    ['stop', 2],
  ] as const) {
    await phone.call(`player.${silence}`);
    await rig.sandbox.requests.until('pause', count);
    const paused = rig.sandbox.requests.of('pause').at(-1)?.args;
    const { positionMs } = phone.state.position;
    t.equal(paused?.['elapsedTime'], Math.floor(positionMs / 1000), silence);
    const before = callsOf(rig).length;
    await phone.call('library.profile');
    t.equal(callsOf(rig).length, before, 'silence is not reported');
    await phone.call('player.play');
    await rig.sandbox.requests.until('setStarted', count + 1);
    t.same(rig.sandbox.requests.of('setStarted').at(-1)?.args, paused, 'resumed where it was paused');
    await phone.until('sounding', isSounding);
  }
  t.equal(rig.asked('setSource'), 1);
});

test('nothing of the next item before the end of its predecessor is answered', async t => {
  const { phone, rig } = await openTestbed(t, { trackSeconds: 12 });
  rig.sandbox.faults.add('latency', { operation: 'setEnded', value: 4_500 });
  await phone.call('player.play', { sourceId: anAlbum(rig.sandbox).id });
  await rig.sandbox.requests.until('peek', 1);
  await jumpTo(phone, 9_500);
  await phone.until('the next item', isAt(1));
  t.strictSame(reportsAt(rig, 1), []);
  t.equal(rig.sandbox.requests.of('setEnded')[0]?.status, null, 'it sounds, peeked, before the answer');
  await rig.sandbox.requests.until('setStarted', 2);
  t.equal(rig.sandbox.requests.of('setEnded')[0]?.answered, true);
  t.match(reportsAt(rig, 1), [/^setStarted 1 [0-9]$/]);
  t.strictSame(reportsAt(rig, 0), ['setStarted 0 0', 'setEnded 0 12 NORMAL']);
  t.strictSame(silences(phone), [], 'no silence but to load');
});
