import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { toCodedWav } from '../chaos/sound/coded-tone.js';
import { processNaming } from './processes.js';
import { createCodedRoom, letGo, SECONDS } from './room.js';
import { sendSignal } from '../fakes/machine/send-signal.js';

t.jobs = 3;
const options = { buffered: true };

/** Whether it falls silent; what was on its way to the ear takes longer on a busy machine. */
const isQuiet = async (ear: { readonly lastSoundMs: number }) => {
  for (let look = 0; look < 8; look += 1) {
    await sleep(300);
    const fromMs = performance.now();
    await sleep(700);
    if (ear.lastSoundMs < fromMs) return true;
  }
  return false;
};

t.test('A released device returns for whatever sounds, at its place', { ...options }, async t => {
  const room = await createCodedRoom(t);
  const { player, log, load, loadId, next, other, ear, hears } = room;
  await letGo(room);
  await player.seek(20_000);
  t.match(await log.next('player.seeked', loadId), { positionMs: 20_000 });
  t.equal(await room.sound.holders(), 0, 'a seek does not need it');
  await player.setVolume(50);
  await player.setMuted(true);
  await player.setMuted(false);
  await player.resume();
  t.ok((await hears(0, 195)).slot < 220, 'the place it was sent to');

  await letGo(room);
  const appended = await load({ url: next, mode: 'append' });
  t.equal(await room.sound.holders(), 0);
  const heard = ear.heard.length;
  await player.next();
  await log.next('player.started', appended);
  await hears(1);
  t.ok((ear.heard[heard]?.slot ?? Infinity) < 3, 'the next one, from its beginning');
  t.equal(ear.heard[heard]?.n, 1, 'and nothing of the one before');

  await letGo(room);
  await player.unload();
  await player.load({
    loadId: 50,
    url: other,
    startMs: 5_000,
    gainDb: null,
    mode: 'replace',
    paused: false,
  });
  await log.next('player.started', 50);
  t.ok((await hears(2, 50)).slot < 70, 'another one');

  await letGo(room);
  await player.load({ loadId: 51, url: next, startMs: 9_000, gainDb: null, mode: 'replace', paused: true });
  await log.next('player.started', 51);
  t.ok(await isQuiet(ear), 'one that is not to sound yet');
  await player.resume();
  await hears(1, 90);
});

t.test('An item opened without the device sounds from its beginning', { ...options }, async t => {
  const room = await createCodedRoom(t);
  const { player, log, ear, hears } = room;
  await letGo(room);
  const url = `${room.next}?stallAt=2000&stallMs=1500`;
  await player.load({ loadId: 60, url, startMs: 0, gainDb: null, mode: 'replace', paused: true });
  await player.releaseDevice();
  await log.next('player.started', 60);
  t.equal(await room.sound.holders(), 0);
  const heard = ear.heard.length;
  await player.resume();
  await log.next('player.seeked', 60);
  await hears(1);
  t.ok((ear.heard[heard]?.slot ?? Infinity) < 3);
});

t.test('the last word counts, however close to one another they are', { ...options }, async t => {
  const room = await createCodedRoom(t);
  const { player, ear, hears } = room;
  for (const waitMs of [0, 0, 1, 3, 8, 20]) {
    const wait = () => (waitMs === 0 ? undefined : sleep(waitMs));
    const calls = [player.pause()];
    for (const call of ['releaseDevice', 'resume', 'pause'] as const) {
      await wait();
      calls.push(player[call]());
    }
    await Promise.all(calls);
    t.ok(await isQuiet(ear), `paused last, ${waitMs} ms apart`);
    calls.push(player.releaseDevice());
    await wait();
    calls.push(player.resume());
    await wait();
    calls.push(player.pause());
    await wait();
    calls.push(player.resume());
    await hears(0);
  }
  const { heard } = ear;
  const back = heard.filter((one, at) => one.slot < (heard[at - 1]?.slot ?? 0) - 1);
  t.strictSame(back, [], 'nothing was heard twice');
});

t.test('a pause right behind going on at another level', { ...options }, async t => {
  const { player, ear, hears } = await createCodedRoom(t);
  for (const volume of [60, 70, 80]) {
    await player.pause();
    await player.setVolume(volume);
    const calls = [player.resume(), player.pause()];
    await Promise.all(calls);
    t.ok(await isQuiet(ear), 'nothing sounds');
    await player.resume();
    await hears(0);
  }
});

t.test('somebody else has the device by then', { ...options }, async t => {
  const room = await createCodedRoom(t);
  const { player, log, load, loadId, next } = room;
  await letGo(room);
  await room.sound.removeSink(room.sink);
  await player.resume();
  t.match(await log.next('player.failed', loadId), { fault: 'device' });
  await room.sound.addSink('room');
  const again = await load({ url: next, startMs: 3_000 });
  await log.next('player.started', again);
  t.equal(await room.sound.holders(), 1);
});

t.test('the address has lapsed by then: what was fetched sounds', { ...options }, async t => {
  const room = await createCodedRoom(t);
  await room.log.next('player.position');
  await room.log.next('player.position');
  await letGo(room);
  room.audio.lapse();
  await room.player.resume();
  await room.hears(0, 100);
  t.notOk(room.log.all.some(({ type }) => type === 'player.failed'));
});

t.test('A place that the host no longer sends is not taken for another', { ...options }, async t => {
  const { audio, load, log, hears, player, ear } = await createCodedRoom(t);
  // More than mpv fetches ahead: the rest of it is still on its way.
  const url = audio.put('long', toCodedWav(1, 120));
  const long = await load({ url, startMs: 20_000 });
  await hears(1, 205);
  audio.lapse();
  await player.seek(1_000);
  t.match(await log.next('player.failed', long), { fault: 'refused', httpStatus: 403 });
  t.ok(await isQuiet(ear), 'what was still on its way is not heard as that place');
});

t.test('a player that dies meanwhile is replaced by one that sounds', { ...options }, async t => {
  const room = await createCodedRoom(t);
  await letGo(room);
  sendSignal(processNaming(room.runtimeDir), 'SIGKILL');
  await room.log.next('player.ready');
  await room.load({ url: room.next });
  await room.hears(1);
});

t.test('A player with nothing to sound leaves the device free', { ...options }, async t => {
  const room = await createCodedRoom(t);
  await room.player.unload();
  await room.sound.untilHolders(0);
  const last = await room.load({ url: room.next, startMs: (SECONDS - 2) * 1_000 });
  await room.log.next('player.ended', last);
  await room.sound.untilHolders(0);
  await room.load({ url: room.audio.address('status/404') });
  await room.log.next('player.failed');
  t.equal(await room.sound.holders(), 0);
});
