import t from 'tap';
import { createRig, writeFakeMpv } from './rig.js';

const url = 'http://127.0.0.1:9/audio';

for (const mood of ['good', 'torn', 'big', 'rubbish', 'flood'])
  t.test(`an mpv whose words are ${mood} is understood`, async t => {
    const { player, log, load } = createRig(t, { mpvPath: writeFakeMpv(t, mood) });
    await player.start(log.add);
    await log.next('player.ready');
    t.match(player.version, /^9\.9\.9/);
    const loadId = await load({ url });
    t.match(await log.next('player.started'), { loadId, positionMs: 0, lengthMs: 60_000 });
    const next = await load({ url });
    t.match(await log.next('player.started'), { loadId: next });
    await t.rejects(player.seek(5), { message: 'mpv: seek: error running command' });
    await player.setVolume(10);
    t.notOk(log.all.some(event => event.type === 'player.died'));
    await player.stop();
  });

t.test('an mpv that never ends a line is replaced', async t => {
  const { player, log, load } = createRig(t, {
    mpvPath: writeFakeMpv(t, 'endless'),
  });
  await player.start(log.add);
  await log.next('player.ready');
  await t.rejects(load({ url }), { message: 'mpv: loadfile: the player has exited' });
  t.match(await log.next('player.died'), { detail: /line is longer/ });
  await log.next('player.ready');
});

t.test('an mpv that no longer answers is replaced, and what was asked of it rejects', async t => {
  const { player, log, load } = createRig(t, { mpvPath: writeFakeMpv(t, 'deaf') });
  await player.start(log.add);
  await log.next('player.ready');
  const loading = load({ url });
  // It is looked at first.
  await new Promise(resolve => setImmediate(resolve));
  const calls = await Promise.allSettled([loading, player.pause(), player.setVolume(3), player.unload()]);
  t.ok(calls.every(call => call.status === 'rejected' && call.reason instanceof Error));
  t.match(await log.next('player.died'), { detail: /did not answer/ });
  await log.next('player.ready');
  t.equal(log.all.filter(event => event.type === 'player.died').length, 1);
});

t.test('An mpv that stands still at the end of its data is told to leave it', async t => {
  const { player, log, load } = createRig(t, { mpvPath: writeFakeMpv(t, 'stands') });
  await player.start(log.add);
  await log.next('player.ready');
  const loadId = await load({ url });
  t.match(await log.next('player.ended'), { loadId, positionMs: 60_000 });
});

t.test('an mpv that dies of a load is replaced', async t => {
  const { player, log, load } = createRig(t, {
    mpvPath: writeFakeMpv(t, 'dies-on-load'),
  });
  await player.start(log.add);
  for (const attempt of [1, 2]) {
    await log.next('player.ready');
    await load({ url }).catch(() => undefined);
    t.match(await log.next('player.died'), { detail: /exited with 4/ }, `${attempt}`);
  }
  await log.next('player.ready');
});

t.test('an mpv that dies at once is retried in the background, each death told', async t => {
  const options = { mpvPath: writeFakeMpv(t, 'dies') };
  const { player, log, lines, load } = createRig(t, options);
  await player.start(log.add);
  t.match(log.all, [{ type: 'player.died', detail: 'exited with 3: cannot work here: <address>' }]);
  await t.rejects(load({ url }), { message: 'the player is not available' });
  const attempts = () => lines.filter(line => line.message === 'The player has exited.').length;
  while (attempts() < 3) await new Promise(resolve => setTimeout(resolve, 20));
  t.ok(log.all.length >= 3);
  t.ok(log.all.every(event => event.type === 'player.died'));
  await player.stop();
});

t.test('stopping while an mpv starts that never answers is safe', async t => {
  for (const mood of ['mute', 'asleep']) {
    const { player, log } = createRig(t, { mpvPath: writeFakeMpv(t, mood) });
    const started = player.start(log.add);
    await new Promise(resolve => setTimeout(resolve, 150));
    await Promise.all([player.stop(), player.stop(), started]);
    t.strictSame(log.all, []);
  }
});

t.test('An mpv that lost events is replaced', async t => {
  const { player, log, load } = createRig(t, { mpvPath: writeFakeMpv(t, 'overflow') });
  await player.start(log.add);
  // It may be gone before the load is answered.
  await load({ url }).catch(() => undefined);
  t.match(await log.next('player.died'), { detail: /^lost events/ });
  await log.next('player.ready');
});

t.test('An mpv of tomorrow is started by its own names, and told not to use libcurl', async t => {
  const { player, log, load } = createRig(t, { mpvPath: writeFakeMpv(t, 'tomorrow') });
  await player.start(log.add);
  const loadId = await load({ url });
  t.match(await log.next('player.started'), { loadId });
  t.notOk(log.all.some(({ type }) => type === 'player.died'));
});

t.test('An mpv that refuses an option of its owner dies each time', async t => {
  const extraOptions = ['--of-yesterday=yes'];
  const { player, log } = createRig(t, { mpvPath: writeFakeMpv(t, 'tomorrow'), extraOptions });
  await player.start(log.add);
  t.match(await log.next('player.died'), { detail: 'exited with 1' });
});
