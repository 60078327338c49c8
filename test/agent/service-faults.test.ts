import t from 'tap';
import { isAt, isSounding } from '../fakes/phones/phone.js';
import { aStation, createRig, testsOf } from '../rigs/agent/rig.js';

t.jobs = 2;
const test = testsOf(t);

test('the service goes away and comes back', async t => {
  const rig = await createRig(t, { trackSeconds: 8, progressFrequency: 2 });
  const { phone, agent } = await rig.ready();
  const health = async () => (await (await fetch(`${agent.url}/healthz`)).json()) as Record<string, string>;
  await phone.call('player.play', { sourceId: aStation(rig.sandbox) });
  await phone.untilPosition(1_000);
  await rig.wire.cut();
  const playing = phone.state.item;
  t.match(await phone.ask('player.play', { sourceId: 'ST:1' }), {
    error: { code: 2007, data: { reason: 'offline' } },
  });
  t.match(await phone.ask('player.next'), { error: { code: 2007, data: { reason: 'offline' } } });
  t.match(await phone.ask('library.profile'), { error: { code: 2007, data: { reason: 'offline' } } });
  t.same(phone.state.item, playing);
  t.equal(phone.state.silenceReason, null, 'what sounds goes on');
  t.strictSame(await health(), { status: 'ok', pairing: 'paired', player: 'ok', service: 'offline' });
  await phone.call('player.setVolume', { volume: 20 });
  await phone.until('silent', ({ silenceReason }) => silenceReason === 'offline');
  t.match(phone.state, { playbackStatus: 'playing', item: { index: 0 } });
  await rig.wire.mend();
  await phone.until('the next item', isAt(1), 40_000);
  t.strictSame(
    rig.reported(0).filter(elapsed => elapsed === 8),
    [8],
  );
  t.match(await health(), { service: 'ok' });
});

test('a lost answer to a skip: it succeeded, once', async t => {
  const rig = await createRig(t, { trackSeconds: 60 });
  const { phone } = await rig.ready();
  await phone.play({ sourceId: aStation(rig.sandbox) }, isAt(0));
  rig.sandbox.faults.add('lostAnswer', { operation: 'setProgress', times: 1 });
  t.match(await phone.ask('player.next'), { result: { revision: Number } });
  await phone.until('the next item', isAt(1));
  t.same(rig.reported(0), [60]);
  rig.sandbox.faults.add('lostAnswer', { operation: 'setSource', times: 1 });
  const factory = rig.sandbox.catalogue.factories.at(-1);
  const before = rig.asked('setSource');
  await phone.ask('player.play', { sourceId: factory?.id });
  t.equal(rig.asked('setSource'), before + 1, 'a station is never made twice');
  await phone.until('sounding', isSounding);
});
