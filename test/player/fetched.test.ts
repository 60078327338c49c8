import t from 'tap';
import { parseFetched, toLength } from '../../src/player/sound/fetched.js';
import { startAudioServer } from '../fakes/audio/server.js';
import { createRig } from './rig.js';

t.test('a length is one that is more than what has been fetched, or that of all of it', async t => {
  const rows = [
    [180, { 'cache-end': 4.2, eof: false }, 180_000],
    [4.3, { 'cache-end': 4.2, eof: false }, null],
    [4.3, { 'cache-end': 4.2, eof: true }, 4_300],
    [4, { 'cache-end': 6, eof: true }, 6_000],
    [180, { 'cache-end': 6, eof: true }, 180_000],
    [180, {}, 180_000],
    [180, null, 180_000],
    [null, { 'cache-end': 4.2, eof: true }, null],
    ['long', 'rubbish', null],
  ] as const;
  for (const [duration, cache, lengthMs] of rows)
    t.equal(toLength(duration, parseFetched(cache)), lengthMs, `${duration} ${JSON.stringify(cache)}`);
});

t.test('mpv tells when no more data will come: of a whole file, and of one that breaks off', async t => {
  const server = await startAudioServer();
  t.teardown(() => server.close());
  const { player, log, load } = createRig(t);
  await player.start(log.add);
  for (const path of ['tone/6', 'whole/6', 'chunked/6']) {
    const loadId = await load({ url: server.address(path) });
    const { lengthMs, isOpen } = await log.next('player.started', loadId);
    t.equal(isOpen, true);
    t.ok(lengthMs === null || Math.abs(lengthMs - 6_000) < 500, `${path}: ${lengthMs}`);
    const { positionMs } = await log.next('player.fetched', loadId);
    t.ok(Math.abs(positionMs - 6_000) < 500, `${path}: ${positionMs}`);
  }
  const cut = await load({ url: server.address('tone/20?dropAt=400000') });
  const { positionMs, lengthMs } = await log.next('player.fetched', cut);
  t.equal(lengthMs, 20_000);
  t.ok(positionMs < 8_000, `${positionMs}: it broke off`);
  t.equal(log.all.filter(event => event.type === 'player.fetched' && event.loadId === cut).length, 1);
});

t.test('The player takes no short item for whole that breaks off 2.4 seconds before its end', async t => {
  const server = await startAudioServer();
  t.teardown(() => server.close());
  const { player, log, load } = createRig(t);
  await player.start(log.add);
  // 3.6 of 6 seconds.
  const cut = await load({ url: server.address('tone/6?dropAt=317564') });
  const { lengthMs } = await log.next('player.ended', cut);
  t.equal(lengthMs, 6_000);
  t.equal(log.all.filter(({ type }) => type === 'player.cut').length, 1);
});

t.test('The rest of an item follows where its data broke off', async t => {
  const server = await startAudioServer();
  t.teardown(() => server.close());
  const { player, log, load } = createRig(t);
  await player.start(log.add);
  const first = await load({ url: server.address('tone/10?dropAt=400000') });
  const { positionMs } = await log.next('player.cut', first);
  const rest = await load({ url: server.address('tone/10'), startMs: positionMs, mode: 'append' });
  t.equal((await log.next('player.ended', first)).positionMs, positionMs, 'all that came was heard');
  t.equal((await log.next('player.started', rest)).positionMs, positionMs);
  const endMs = (await log.next('player.ended', rest)).positionMs;
  t.ok(Math.abs(endMs - 10_000) < 50, `${endMs}: mpv may end before it tells the last position`);
  t.equal(log.all.filter(({ type }) => type === 'player.cut').length, 1);
});
