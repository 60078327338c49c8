import t from 'tap';
import { startAudioServer } from '../fakes/audio/server.js';
import { createRig } from './rig.js';
import { slack } from '../rigs/slowness.js';

for (const kind of ['whole', 'chunked']) {
  t.test(`a host that knows no ranges (${kind})`, async t => {
    const server = await startAudioServer();
    t.teardown(() => server.close());
    const rig = createRig(t);
    await rig.player.start(rig.log.add);
    const loadId = await rig.load({ url: server.address(`${kind}/30`), startMs: 27_000 });
    const started = await rig.log.next('player.started', loadId);
    t.ok(Math.abs(started.positionMs - 27_000) < slack(500), `goes on where it was: ${started.positionMs}`);
    await rig.player.seek(28_500);
    const sought = await rig.log.next('player.seeked', loadId);
    t.ok(Math.abs(sought.positionMs - 28_500) < slack(500), `${sought.positionMs}`);
    const ended = await rig.log.next('player.ended', loadId);
    t.ok(ended.positionMs >= 28_500, `${ended.positionMs}`);
  });
}

t.test('a host that knows no ranges: back to what was heard', async t => {
  const server = await startAudioServer();
  t.teardown(() => server.close());
  const rig = createRig(t);
  await rig.player.start(rig.log.add);
  const loadId = await rig.load({ url: server.address('whole/60') });
  await rig.log.next('player.started', loadId);
  await rig.log.next('player.position', loadId);
  await rig.player.seek(0);
  t.match(await rig.log.next('player.seeked', loadId), { positionMs: 0 });
});

t.test('an address that leads elsewhere is followed', async t => {
  const server = await startAudioServer();
  t.teardown(() => server.close());
  const rig = createRig(t);
  await rig.player.start(rig.log.add);
  const loadId = await rig.load({ url: server.address('to/to/tone/3'), startMs: 2_000 });
  const started = await rig.log.next('player.started', loadId);
  t.ok(Math.abs(started.positionMs - 2_000) < slack(500));
  await rig.log.next('player.ended', loadId);
});
