import t from 'tap';
import { startAudioServer } from '../fakes/audio/server.js';
import { createRig } from './rig.js';

t.test('Each fault of an address or its data has its name', async t => {
  const server = await startAudioServer();
  t.teardown(() => server.close());
  const { player, log, lines, load } = createRig(t);
  await player.start(log.add);

  const cases = [
    ['status/404', 'refused', 404],
    ['status/403', 'refused', 403],
    ['status/410', 'refused', 410],
    ['status/500', 'refused', 500],
    ['body/rubbish', 'undecodable', null],
    ['body/page', 'undecodable', null],
    ['body/playlist', 'undecodable', null],
    ['body/empty', 'undecodable', null],
  ] as const;
  for (const [path, fault, httpStatus] of cases) {
    const loadId = await load({ url: `${server.address(path)}?token=secret` });
    const failed = await log.next('player.failed');
    t.match(failed, { loadId, fault, httpStatus, positionMs: null }, path);
    t.notMatch(failed.detail, /secret|127\.0\.0\.1/);
  }
  const refused = await load({ url: 'http://127.0.0.1:1/audio?token=secret' });
  t.match(await log.next('player.failed'), { loadId: refused, fault: 'unreachable', httpStatus: null });
  t.notOk(log.all.some(event => event.type === 'player.started'));

  const dropped = await load({ url: server.address('tone/10?dropAt=200000') });
  await log.next('player.started', dropped);
  const ended = await log.next('player.ended');
  t.match(ended, { loadId: dropped, lengthMs: 10_000 });
  t.ok(ended.positionMs > 1200 && ended.positionMs < 3000, 'a dropped stream ends where it was dropped');

  const good = await load({ url: server.address('tone/1.2') });
  await log.next('player.started', good);
  const bad = await load({ url: `${server.address('status/404')}?token=secret`, mode: 'append' });
  await log.next('player.ended', good);
  t.match(await log.next('player.failed'), { loadId: bad, fault: 'refused', httpStatus: 404 });

  t.ok(lines.some(line => line.message === 'mpv warned.'));
  t.notMatch(JSON.stringify([lines, log.all]), /secret/);
  t.notOk(log.all.some(event => event.type === 'player.died'));
});

t.test('data that are said to be compressed, and are not, which mpv would read for ever', async t => {
  const server = await startAudioServer();
  t.teardown(() => server.close());
  const { player, log, lines, load } = createRig(t);
  await player.start(log.add);
  const undecodable = { fault: 'undecodable', httpStatus: null, positionMs: null };
  const died = { detail: 'read without end' };

  const packed = await load({ url: server.address('packed/10') });
  t.match(await log.next('player.failed'), { loadId: packed, ...undecodable });
  t.match(await log.next('player.died'), died);
  await log.next('player.ready');

  const good = await load({ url: server.address('tone/30') });
  await log.next('player.started', good);
  const behind = await load({ url: server.address('packed/10'), mode: 'append' });
  t.match(
    await log.next('player.failed'),
    { loadId: behind, ...undecodable },
    'the one behind, not the one heard',
  );
  t.match(await log.next('player.died'), died);
  await log.next('player.ready');

  await log.next('player.started', await load({ url: server.address('tone/2') }));
  t.ok(lines.length < 5000, `mpv’s warnings are not read for long: ${lines.length}`);
});

t.test('without a sound device a load fails for the device, not for itself', async t => {
  const server = await startAudioServer();
  t.teardown(() => server.close());
  for (const output of [
    { audioOutput: 'alsa', audioDevice: 'alsa/no-such-device' },
    { audioOutput: 'no-such-output' },
  ]) {
    const { player, log, load } = createRig(t, output);
    await player.start(log.add);
    const loadId = await load({ url: server.address('tone/2') });
    t.match(await log.next('player.failed'), { loadId, fault: 'device', httpStatus: null });
    t.notOk(log.all.some(event => event.type === 'player.started'));
    await player.stop();
  }
});

t.test('a program that is not there is told at once', async t => {
  const cases = ['no-such-mpv', '/no/such/mpv', import.meta.dirname, import.meta.filename];
  for (const mpvPath of cases) {
    const { player, log } = createRig(t, { mpvPath });
    const failure = { name: 'ExitError', exitCode: 69, message: /TONEARM_MPV_PATH/ };
    await t.rejects(player.start(log.add), failure, mpvPath);
    t.strictSame(log.all, []);
  }
});
