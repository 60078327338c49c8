/** A podcast that the service has no audio for is asked for, against a service that sends no addresses of episodes. */
import t, { type Test } from 'tap';
import { silences } from '../rigs/agent/full.js';
import { isAt, isSounding } from '../fakes/phones/phone.js';
import { anAlbum, aStation, createRig, testsOf } from '../rigs/agent/rig.js';

t.jobs = 4;
const test = testsOf(t);
const REFUSED = { error: { code: 2005, data: { reason: 'notSupported' } } };

async function open(t: Test) {
  const rig = await createRig(t, { trackSeconds: 12, progressFrequency: 2 });
  const testbed = await rig.ready();
  const episode = rig.sandbox.catalogue.podcasts[0]?.episodes[0]?.id ?? '';
  return { ...testbed, rig, ask: (sourceId = episode) => testbed.phone.ask('player.play', { sourceId }) };
}

test('nothing sounded: that is why it is silent', async t => {
  const { phone, ask } = await open(t);
  t.match(await ask(), REFUSED);
  t.match(phone.state, { silenceReason: 'notSupported', playbackStatus: 'stopped' });
});

test('a station: it sounds on, is reported, and goes on to what follows, once', async t => {
  const { phone, rig, ask } = await open(t);
  const stationId = aStation(rig.sandbox);
  await phone.call('player.play', { sourceId: stationId });
  await phone.untilPosition(3_000);
  t.match(await ask(), REFUSED);
  t.ok(isSounding(phone.state));
  t.match(phone.state, { source: { id: stationId }, item: { index: 0 } });
  await rig.sandbox.requests.until('setSource', 3);
  t.match(rig.device.source, { id: stationId }, 'the service is back at it');
  t.match(await phone.ask('player.next'), { result: {} }, 'and a skip is one of it');
  await phone.until('the second', isAt(1));
  t.match(await ask(), REFUSED);
  await phone.until('what follows', state => isSounding(state) && state.item?.index === 0);
  await phone.until('and what follows that', isAt(1), 40_000);
  t.equal(rig.asked('setSource'), 5);
  const wrong = rig.sandbox.requests.of('setProgress').filter(({ args }) => args['sourceId'] !== stationId);
  t.strictSame(wrong, [], 'nothing is reported of anything else');
  t.strictSame(silences(phone), [], 'no silence but to load');
});

test('an album in its first track: not a second of it is heard twice', async t => {
  const { phone, rig, ask } = await open(t);
  const { id, tracks } = anAlbum(rig.sandbox);
  await phone.call('player.play', { sourceId: id });
  await phone.untilPosition(4_000);
  t.match(await ask(), REFUSED);
  const opened = rig.sandbox.requests.count('audio');
  await phone.until('the second', isAt(1), 40_000);
  t.equal(phone.state.item?.title, tracks[1]?.name);
  const again = rig.sandbox.requests.of('audio').slice(opened);
  t.notOk(
    again.some(({ args }) => args['pieceId'] === tracks[0]?.id),
    'the first was not opened again',
  );
  const said = rig.reported(0);
  t.strictSame(
    said,
    [...said].sort((a, b) => a - b),
    'its seconds are reported in order',
  );
  t.strictSame(
    said.filter(elapsedS => elapsedS === 12),
    [12],
    'and its end once',
  );
  t.strictSame(silences(phone), [], 'no silence but to load');
});

test('a pause stays one, and goes on', async t => {
  const { phone, rig, ask } = await open(t);
  await phone.call('player.play', { sourceId: anAlbum(rig.sandbox).id });
  await phone.untilPosition(2_000);
  await phone.call('player.pause');
  t.match(await ask(), REFUSED);
  t.match(phone.state, { silenceReason: 'paused', item: { index: 0 } });
  await phone.play({}, isAt(1), 40_000);
  t.strictSame(
    rig.reported(0).filter(elapsedS => elapsedS === 12),
    [12],
  );
});

test('the service is lost right behind it: sound goes on, and its source comes back', async t => {
  const { phone, rig, ask } = await open(t);
  const { id } = anAlbum(rig.sandbox);
  await phone.call('player.play', { sourceId: id });
  await phone.untilPosition(2_000);
  const { faults, requests } = rig.sandbox;
  const before = requests.count('setSource');
  const refusal = ask();
  while (requests.count('setSource') === before) await new Promise(resolve => setImmediate(resolve));
  faults.add('dropRequest', { operation: 'setSource', times: 2 });
  t.match(await refusal, REFUSED);
  await phone.until('the second', isAt(1), 60_000);
  t.match(rig.device.source, { id });
  t.strictSame(
    rig.reported(0).filter(elapsedS => elapsedS === 12),
    [12],
  );
});
