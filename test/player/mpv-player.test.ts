import t from 'tap';
import { startAudioServer } from '../fakes/audio/server.js';
import { createRig } from './rig.js';
import { slack } from '../rigs/slowness.js';

t.test('playing with the real mpv', async t => {
  const server = await startAudioServer();
  t.teardown(() => server.close());
  const { player, log, load } = createRig(t, { volume: 21 });
  await player.start(log.add);
  t.match(player.version, /^\d+\.\d+/);
  t.strictSame(await log.next('player.ready'), { type: 'player.ready' });

  await t.test('a load starts, tells its position once a second, and ends', async t => {
    const loadId = await load({ url: server.address('tone/2.5'), gainDb: -7.37 });
    const started = await log.next('player.started');
    t.strictSame(started, { type: 'player.started', loadId, positionMs: 0, lengthMs: 2500, isOpen: true });
    const before = log.all.length;
    const ended = await log.next('player.ended');
    t.strictSame(ended, { type: 'player.ended', loadId, positionMs: 2500, lengthMs: 2500 });
    const between = log.all.slice(before, -1).filter(({ type }) => type !== 'player.fetched');
    t.ok(between.length >= 1 && between.every(event => event.type === 'player.position'));
  });

  await t.test('a load starts in the middle', async t => {
    // Longer than what mpv fetches at once: of a file that is there to its end, without having been seen to be, the length
    // might be only what was fetched.
    await load({ url: server.address('tone/400'), startMs: 5250 });
    t.match(await log.next('player.started'), { positionMs: 5250, lengthMs: 400_000 });
  });

  await t.test('a seek lands, also while paused, and nothing is told while paused', async t => {
    const loadId = await load({ url: server.address('tone/30') });
    await log.next('player.started', loadId);
    await player.seek(20_000);
    t.match(await log.next('player.seeked'), { loadId, positionMs: 20_000 });
    await player.pause();
    // What goes on to be fetched is no sound.
    const heard = () => log.all.filter(({ type }) => type !== 'player.fetched').length;
    const before = heard();
    await new Promise(resolve => setTimeout(resolve, 1200));
    t.equal(heard(), before);
    await player.seek(3000);
    t.match(await log.next('player.seeked'), { loadId, positionMs: 3000 });
    await player.resume();
    const { positionMs } = await log.next('player.position');
    t.ok(positionMs >= 2500 && positionMs < slack(6_000), `${positionMs}`);
  });

  await t.test('A player remade in a pause tells its position soon after resuming', async t => {
    const loadId = await load({ url: server.address('tone/60') });
    await log.next('player.position', loadId);
    await player.pause();
    // Longer than a second: it is no longer asked where it is.
    await new Promise(resolve => setTimeout(resolve, 1_500));
    await player.setVolume(30);
    await player.resume();
    const { positionMs: from } = await log.next('player.seeked', loadId);
    const { positionMs } = await log.next('player.position', loadId);
    t.ok(positionMs - from < slack(5_000), `${from} to ${positionMs}`);
  });

  await t.test('a paused load begins without sounding, and the next one sounds', async t => {
    const paused = await load({ url: server.address('tone/20'), paused: true });
    await log.next('player.started', paused);
    // What goes on to be fetched is no sound.
    const heard = () => log.all.filter(({ type }) => type !== 'player.fetched').length;
    const before = heard();
    await new Promise(resolve => setTimeout(resolve, 1200));
    t.equal(heard(), before);
    const loadId = await load({ url: server.address('tone/20') });
    t.match(await log.next('player.stopped'), { loadId: paused });
    await log.next('player.started', loadId);
    t.match(await log.next('player.position'), { loadId });
  });

  await t.test('unloading stops, and may be asked for twice', async t => {
    const loadId = await load({ url: server.address('tone/20') });
    await log.next('player.started', loadId);
    await player.unload();
    t.match(await log.next('player.stopped'), { loadId });
    await player.unload();
  });

  await t.test('without data it starves, and flows again', async t => {
    const loadId = await load({ url: server.address('tone/30?stallAt=300000&stallMs=5000') });
    await log.next('player.started', loadId);
    const { positionMs } = await log.next('player.starved', loadId);
    t.ok(positionMs > 1000 && positionMs < 4000, `${positionMs}`);
    const flowing = await log.next('player.flowing', loadId);
    t.ok(Math.abs(flowing.positionMs - positionMs) < slack(500));
    t.match(await log.next('player.position'), { loadId });
  });

  await t.test('The player refuses every address other than http', async t => {
    for (const url of [
      'file:///etc/passwd',
      '/etc/passwd',
      'lavfi://sine',
      'http://',
      'HTTP:/x',
      'http://a\nb',
    ])
      await t.rejects(load({ url }), { message: 'the address is not http or https' }, url);
    await load({ url: server.address('tone/5').replace('http', 'HTTP') });
    await log.next('player.started');
  });
});

t.test('entries follow one another without a gap', async t => {
  const server = await startAudioServer();
  t.teardown(() => server.close());
  const { player, log, load } = createRig(t);
  await player.start(log.add);
  const first = await load({ url: server.address('tone/1.6') });
  await log.next('player.started', first);
  const dropped = await load({ url: server.address('tone/2'), mode: 'append' });
  const second = await load({ url: server.address('tone/1.5?rate=48000'), mode: 'append' });
  t.match(await log.next('player.stopped'), { loadId: dropped }, 'a later append replaces the earlier');
  await log.next('player.started', second);
  const third = await load({ url: server.address('tone/1.2'), mode: 'append' });
  await log.next('player.ended', third);
  const order = log.all
    .filter(
      ({ type }) => !['player.position', 'player.ready', 'player.fetched', 'player.output'].includes(type),
    )
    .map(event => ('loadId' in event ? `${event.type.slice(7)} ${event.loadId}` : event.type));
  t.strictSame(order, [
    `started ${first}`,
    `stopped ${dropped}`,
    `ended ${first}`,
    `started ${second}`,
    `ended ${second}`,
    `started ${third}`,
    `ended ${third}`,
  ]);
  const places = log.all.flatMap(event => (event.type === 'player.started' ? [event.positionMs] : []));
  t.strictSame(places.slice(1), [0, 0]);
  // What begins before all of it is fetched has its length told with that.
  const lengthOf = (loadId: number): unknown =>
    log.all.findLast(event => 'lengthMs' in event && event.loadId === loadId && event.lengthMs !== null);
  for (const [loadId, lengthMs] of [
    [first, 1600],
    [second, 1500],
    [third, 1200],
  ] as const)
    t.match(lengthOf(loadId), { lengthMs });
});

t.test('a call while no player runs is refused; volume and mute are remembered', async t => {
  const { player, load } = createRig(t);
  const unavailable = { message: 'the player is not available' };
  await t.rejects(player.pause(), unavailable);
  await t.rejects(player.resume(), unavailable);
  await t.rejects(player.seek(1), unavailable);
  await t.rejects(player.unload(), unavailable);
  await t.rejects(load({ url: 'http://127.0.0.1:9/' }), unavailable);
  await player.setVolume(40);
  await player.setMuted(true);
  await player.stop();
  await player.stop();
});
