import t from 'tap';
import { startAudioServer } from '../fakes/audio/server.js';
import { BOUNDS, createRig } from './rig.js';
import { slack } from '../rigs/slowness.js';

// Much of it is waiting for what sounds.
t.jobs = 4;
const options = { buffered: true };
const probe = { well: null };

for (const kind of ['whole', 'chunked']) {
  t.test(`a host that knows no ranges (${kind})`, { ...options }, async t => {
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

t.test('a host that knows no ranges: back to what was heard', { ...options }, async t => {
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

t.test('an address that leads elsewhere is followed', { ...options }, async t => {
  const server = await startAudioServer();
  t.teardown(() => server.close());
  const rig = createRig(t);
  await rig.player.start(rig.log.add);
  // mpv follows none.
  for (const mode of ['replace', 'append'] as const) {
    const url = server.address('to/to/tone/3');
    const loadId = await rig.load({ url, startMs: 2_000, mode, probe });
    t.match(await rig.log.next('player.probed'), { loadId, shown: 'led' });
    const started = await rig.log.next('player.started', loadId);
    t.ok(Math.abs(started.positionMs - 2_000) < slack(500));
    await rig.log.next('player.ended', loadId);
  }
  t.notOk(
    rig.log.all.some(({ type }) => type === 'player.failed' || type === 'player.stopped'),
    'nobody heard of it',
  );
});

t.test('a host that takes long to lead elsewhere is followed, time and again', { ...options }, async t => {
  const server = await startAudioServer();
  t.teardown(() => server.close());
  const rig = createRig(t);
  await rig.player.start(rig.log.add);
  for (let again = 0; again < 2; again += 1) {
    const loadId = await rig.load({ url: server.address('late/2500/late/2500/tone/1'), probe });
    await rig.log.next('player.ended', loadId);
  }
  t.notOk(rig.log.all.some(({ type }) => type === 'player.failed'));
});

t.test('A redirect to nothing good tells its real fault', { ...options }, async t => {
  const server = await startAudioServer();
  t.teardown(() => server.close());
  const rig = createRig(t);
  await rig.player.start(rig.log.add);
  const loadId = await rig.load({ url: server.address('to/status/410'), probe });
  t.match(await rig.log.next('player.failed'), { loadId, fault: 'refused', httpStatus: 410 });
  const gone = await rig.load({ url: 'http://127.0.0.1:9/x', probe });
  t.match(await rig.log.next('player.probed'), { loadId: gone, shown: 'silent' });
  t.match(await rig.log.next('player.failed'), { loadId: gone, fault: 'unreachable' });
  t.equal(rig.log.all.filter(({ type }) => type === 'player.failed').length, 2, 'once each');
});

t.test('A load obeys a pause, dismissal or replacement during its look-up', { ...options }, async t => {
  const server = await startAudioServer();
  t.teardown(() => server.close());
  const rig = createRig(t);
  await rig.player.start(rig.log.add);
  const loading = rig.load({ url: server.address('late/1000/tone/5'), probe });
  while (!server.asked.includes('/late/1000/tone/5')) await new Promise(resolve => setTimeout(resolve, 10));
  await rig.player.unload();
  const dismissed = await loading;
  t.match(await rig.log.next('player.stopped'), { loadId: dismissed });
  const paused = rig.load({ url: server.address('late/1000/tone/6'), probe });
  await rig.player.pause();
  const loadId = await paused;
  await rig.log.next('player.started', loadId);
  t.equal(await rig.ask('pause'), true, 'it waits');
  await rig.player.resume();
  await rig.log.next('player.ended', loadId);
  t.notOk(rig.log.all.some(event => event.type === 'player.started' && event.loadId === dismissed));
});

t.test('A new load ends the old sound at once', { ...options }, async t => {
  const server = await startAudioServer();
  t.teardown(() => server.close());
  const rig = createRig(t);
  await rig.player.start(rig.log.add);
  const first = await rig.load({ url: server.address('tone/60') });
  await rig.log.next('player.started', first);
  const loading = rig.load({ url: server.address('late/3000/tone/1'), probe });
  while (!server.asked.includes('/late/3000/tone/1')) await new Promise(resolve => setTimeout(resolve, 10));
  t.equal(await rig.ask('pause'), true);
  await rig.player.resume();
  t.equal(await rig.ask('pause'), true, 'nor does the old one go on');
  const loadId = await loading;
  t.match(await rig.log.next('player.stopped'), { loadId: first });
  await rig.log.next('player.started', loadId);
  t.equal(await rig.ask('pause'), false);
  await rig.log.next('player.ended', loadId);
});

t.test('A refused new address ends the sound before it', { ...options }, async t => {
  const server = await startAudioServer();
  t.teardown(() => server.close());
  let servicePeer = '127.0.0.1';
  const rig = createRig(t, { bounds: { ...BOUNDS, servicePeer: () => servicePeer } });
  await rig.player.start(rig.log.add);
  const first = await rig.load({ url: server.address('tone/60') });
  await rig.log.next('player.started', first);
  servicePeer = '8.8.8.8';
  const refused = await rig.load({ url: server.address('tone/1') });
  t.match(await rig.log.next('player.failed'), { loadId: refused, fault: 'private' });
  t.equal(await rig.ask('idle-active'), true);
  servicePeer = '127.0.0.1';
  const last = await rig.load({ url: server.address('tone/1') });
  await rig.log.next('player.started', last);
  await rig.log.next('player.ended', last);
  // Before or after the failure was told: mpv's event and its answer come in any order.
  t.match(
    rig.log.all.filter(({ type }) => type === 'player.stopped'),
    [{ loadId: first }],
  );
});

t.test('A refused following address leaves the present sound alone', { ...options }, async t => {
  const server = await startAudioServer();
  t.teardown(() => server.close());
  let servicePeer = '127.0.0.1';
  const rig = createRig(t, { bounds: { ...BOUNDS, servicePeer: () => servicePeer } });
  await rig.player.start(rig.log.add);
  const first = await rig.load({ url: server.address('tone/2') });
  await rig.log.next('player.started', first);
  servicePeer = '8.8.8.8';
  const refused = await rig.load({ url: server.address('tone/1'), mode: 'append' });
  t.match(await rig.log.next('player.failed'), { loadId: refused, fault: 'private' });
  await rig.log.next('player.ended', first);
});
