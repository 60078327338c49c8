import t from 'tap';
import { isAt, isSounding } from '../fakes/phones/phone.js';
import { anAlbum, aStation, createRig, testsOf } from '../rigs/agent/rig.js';
import { checkGoesOn, markPlace } from '../rigs/agent/place.js';

t.jobs = 4;
const test = testsOf(t);

test('an album that the service forgets with its last item has ended', async t => {
  const rig = await createRig(t, { trackSeconds: 2, progressFrequency: 60 });
  const album = anAlbum(rig.sandbox, 4);
  const { phone } = await rig.ready();
  await phone.call('player.play', { sourceId: album.id });
  await rig.sandbox.requests.until('setProgress', album.tracks.length);
  rig.device.forgetSource();
  await phone.until('its end', ({ silenceReason }) => silenceReason === 'sourceEnded', 30_000);
  t.equal(rig.asked('setSource'), 1);
  t.match(phone.state, { playbackStatus: 'stopped', notice: null });
});

test('pieces shorter than a second: each end once, in order', async t => {
  for (const trackSeconds of [0.3, 0.9]) {
    const rig = await createRig(t, { trackSeconds, progressFrequency: 1 });
    const album = anAlbum(rig.sandbox, 5);
    const { phone } = await rig.ready();
    await phone.call('player.play', { sourceId: album.id });
    await phone.until('its end', ({ silenceReason }) => silenceReason === 'sourceEnded', 60_000);
    t.strictSame(
      rig.sandbox.requests.of('setProgress').map(({ args }) => [args['index'], args['elapsedTime']]),
      album.tracks.map((_, index) => [index, 1]),
    );
    t.match(phone.state, { playbackStatus: 'stopped', notice: null });
  }
});

test('a host of audio that knows no ranges: the same item, the same second', async t => {
  const rig = await createRig(t, { trackSeconds: 40, progressFrequency: null });
  rig.sandbox.faults.add('audioNoRange');
  const { phone, agent, token } = await rig.ready();
  await phone.call('player.play', { sourceId: aStation(rig.sandbox) });
  await phone.untilPosition(5_000);
  const mark = await markPlace(phone);
  await agent.end('SIGTERM');
  const again = await rig.start();
  const other = await rig.phone(again, token);
  await other.until('sounding', isAt(0));
  checkGoesOn(t, other, mark, 100);
  await other.untilPosition(7_000);
  t.ok(isSounding(other.state));
});

test('the only track of a source, picked again as soon as it is over', async t => {
  const rig = await createRig(t, { trackSeconds: 3, progressFrequency: null });
  const { phone } = await rig.ready();
  const track = anAlbum(rig.sandbox).tracks[0]?.id;
  await phone.play({ sourceId: track }, isAt(0));
  await rig.sandbox.requests.until('setProgress', 1);
  await phone.until('over', state => !isSounding(state));
  const { length } = phone.seen;
  await phone.call('player.play', { sourceId: track });
  await phone.until('sounding again', () => phone.seen.slice(length).some(({ state }) => isSounding(state)));
  t.equal(rig.asked('setSource'), 2);
});
