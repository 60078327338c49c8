import t from 'tap';
import { rmSync } from 'node:fs';
import { isSounding } from '../fakes/phones/phone.js';
import { endsBySignal } from '../rigs/agent/process.js';
import { anAlbum, aStation, createRig, skip } from '../rigs/agent/rig.js';

t.test('A source plays at power-on, not after a crash, and not where playback goes on', { skip }, async t => {
  const rig = await createRig(t, { trackSeconds: 60 });
  const { agent, token, phone } = await rig.ready();
  const station = aStation(rig.sandbox);
  const album = anAlbum(rig.sandbox).id;
  await phone.call('preset.set', { number: 3, sourceId: station });
  await phone.play({ sourceId: album });
  const start = { TONEARM_START_SOURCE: 'preset 3' };

  await agent.end();
  const crashed = await rig.start(start);
  const after = await rig.phone(crashed, token);
  t.equal((await after.until('sounding', isSounding)).source?.id, album, 'a crash');
  await endsBySignal(crashed, 'SIGTERM');

  // As at a boot or a stop of the unit.
  rmSync(rig.runtimeDir, { recursive: true });
  const goesOn = await rig.phone(await rig.start(start), token);
  t.equal((await goesOn.until('sounding', isSounding)).source?.id, album, 'it goes on with what played');
  await goesOn.call('player.pause');
});

t.test('A source waits at power-on for a service that is not there yet', { skip }, async t => {
  const rig = await createRig(t, { trackSeconds: 60 });
  const { agent, token, phone } = await rig.ready();
  const station = aStation(rig.sandbox);
  await phone.play({ sourceId: anAlbum(rig.sandbox).id });
  await phone.call('player.pause');
  await endsBySignal(agent, 'SIGTERM');
  rmSync(rig.runtimeDir, { recursive: true });
  await rig.wire.cut();
  const on = await rig.start({ TONEARM_START_SOURCE: station, TONEARM_RESUME: 'off' });
  const back = await rig.phone(on, token);
  await back.until('without the service', state => state.silenceReason === 'offline');
  t.match(back.state, { playbackStatus: 'playing', source: { id: station } });
  await rig.wire.mend();
  t.equal((await back.until('sounding', isSounding)).source?.id, station);
});
