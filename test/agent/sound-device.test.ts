import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { until } from '../bench/rig/waiting.js';
import { isAt, isSounding } from '../fakes/phones/phone.js';
import { anAlbum, aStation, testsOf } from '../rigs/agent/rig.js';
import { createRoom, type Room } from '../rigs/agent/room.js';
import { createHook } from '../fakes/machine/hook.js';
import { checkSound } from '../rigs/agent/ear.js';
import { firstPlaceMs } from '../rigs/agent/place.js';
import { slack } from '../rigs/slowness.js';
import { sendSignal } from '../fakes/machine/send-signal.js';

t.jobs = 3;
const test = testsOf(t);

async function playing(t: Test, room: Room): Promise<Room> {
  const { phone, rig } = room;
  await phone.play({ sourceId: aStation(rig.sandbox) }, isAt(0));
  await phone.untilPosition(2_000);
  t.equal(await room.sound.holders(), 1);
  return room;
}

/** Plays on at the place where it was paused. */
async function goesOn(t: Test, { phone, rig }: Room, play = () => phone.call('player.play')): Promise<void> {
  const { item, position } = phone.state;
  const { length } = phone.seen;
  await play();
  await phone.until('sounding', isSounding);
  t.match(phone.state.item, { index: item?.index });
  const offMs = firstPlaceMs(phone, isSounding, length) - position.positionMs;
  t.ok(Math.abs(offMs) < slack(500), `${offMs} ms beside its place`);
  await checkSound(t, rig, phone);
}

async function pausedFor(room: Room): Promise<void> {
  await room.phone.call('player.pause');
  await room.sound.untilHolders(0);
}

/** An event takes its time to the phone. */
const settled = () => sleep(500);

test('a pause: the device is free in time, phones notice nothing, and no timer is left', async t => {
  // It is looked for before it fires, on a busy machine too; a connection kept alive waits five.
  const seconds = 7;
  const words = { TONEARM_AUDIO_RELEASE_SECONDS: `${seconds}` };
  const room = await playing(t, await createRoom(t, {}, words));
  const { phone, rig } = room;
  const isRelease = ({ ms }: { readonly ms: number }) => ms === seconds * 1_000;
  await phone.call('player.pause');
  t.equal((await room.timers()).filter(isRelease).length, 1, 'one timer');
  const { state, seen } = phone;
  const told = seen.length;
  const asked = rig.sandbox.requests.count('audio');
  await room.sound.untilHolders(0);
  await settled();
  t.equal(seen.length, told, 'nothing is told');
  t.match(state, { playbackStatus: 'paused', silenceReason: 'paused', position: { rate: 0 } });
  t.strictSame((await room.timers()).filter(isRelease), [], 'none is left');
  await goesOn(t, room);
  t.equal(rig.sandbox.requests.count('audio'), asked, 'nothing is fetched again');
  t.equal(rig.asked('setSource'), 1);
});

test('0: it is kept', async t => {
  const room = await playing(t, await createRoom(t, {}, { TONEARM_AUDIO_RELEASE_SECONDS: '0' }));
  await room.phone.call('player.pause');
  await sleep(2_500);
  t.equal(await room.sound.holders(), 1);
  await goesOn(t, room);
});

test('whatever else ends the sound frees the device', async t => {
  const room = await playing(t, await createRoom(t, { trackSeconds: 4 }));
  const { phone, rig } = room;
  await phone.call('player.stop');
  await room.sound.untilHolders(0);
  await phone.call('player.play', { sourceId: anAlbum(rig.sandbox).id });
  await phone.until('at its end', state => state.silenceReason === 'sourceEnded', 60_000);
  await room.sound.untilHolders(0);
  rig.sandbox.faults.add('audioStall', { value: 0, times: 1 });
  await phone.call('player.play', { sourceId: aStation(rig.sandbox) });
  await phone.until('loading', state => state.silenceReason === 'loading');
  await pausedFor(room);
  await phone.play({}, isSounding, 60_000);
  await checkSound(t, rig, phone);
});

test('A released device returns for next, seek, replay, source and volume', async t => {
  const room = await playing(t, await createRoom(t));
  const { phone, rig } = room;
  await pausedFor(room);
  await phone.call('player.setVolume', { volume: 20 });
  await phone.call('player.setMuted', { muted: true });
  await phone.call('player.setMuted', { muted: false });
  t.equal(await room.sound.holders(), 0, 'a level needs no device');
  await goesOn(t, room);

  await pausedFor(room);
  await phone.call('player.next');
  await settled();
  t.equal(await room.sound.holders(), 0, 'paused it stays');
  await phone.play({}, isAt(1));
  await checkSound(t, rig, phone);

  const album = anAlbum(rig.sandbox).id;
  await phone.call('player.play', { sourceId: album });
  await phone.until('the album', state => isSounding(state) && state.source?.id === album);
  await phone.untilPosition(1_500);
  await pausedFor(room);
  await phone.call('player.seek', { positionMs: 30_000 });
  await phone.until('there', ({ position }) => position.positionMs === 30_000);
  await settled();
  t.equal(await room.sound.holders(), 0, 'nor does a place');
  await goesOn(t, room);

  await pausedFor(room);
  await phone.call('player.play', { sourceId: aStation(rig.sandbox) });
  await phone.until('the station', state => isSounding(state) && state.source?.type === 'ST');
  await checkSound(t, rig, phone);
});

test('the address has lapsed meanwhile, and not all of it is in hand', async t => {
  const small = { TONEARM_MPV_OPTIONS: '--demuxer-max-bytes=300KiB --demuxer-max-back-bytes=100KiB' };
  const room = await createRoom(t, {}, small);
  const { phone, rig } = room;
  // The host lets go of a connection that nobody reads from.
  const endDrops = rig.sandbox.faults.add('audioDrop', { value: 900_000 });
  await playing(t, room);
  await pausedFor(room);
  endDrops();
  rig.sandbox.expireAudioUrls();
  await goesOn(t, room);
  await phone.untilPosition(15_000);
  t.match(phone.state, { item: { index: 0 }, notice: null });
  t.same(rig.reported(0), [], 'no end, no skip');
  t.ok(rig.asked('current') > 0, 'a fresh address was asked for');
});

test('another program has the device by then', async t => {
  const room = await playing(t, await createRoom(t));
  const { phone, rig, sound } = room;
  await pausedFor(room);
  await sound.removeSink(room.sink);
  const { position } = phone.state;
  const { length } = phone.seen;
  await phone.call('player.play');
  await phone.until('told', state => state.silenceReason === 'audioDeviceUnavailable');
  t.match(phone.state, { playbackStatus: 'playing', item: { index: 0 }, notice: null });
  await sound.addSink('room');
  await phone.until('back by itself', isAt(0));
  const offMs = firstPlaceMs(phone, isSounding, length) - position.positionMs;
  t.ok(Math.abs(offMs) < slack(500), `${offMs} ms beside its place`);
  await checkSound(t, rig, phone);
  t.same(rig.reported(0), [], 'it is no fault of the track');
});

test('A released device stays free when the player and agent die', async t => {
  const room = await playing(t, await createRoom(t));
  const { phone, agent, rig, token } = room;
  await pausedFor(room);
  const players = agent.players();
  t.equal(players.length, 1);
  for (const pid of players) sendSignal(pid, 'SIGKILL');
  await until('another player', () => agent.players().some(pid => !players.includes(pid)));
  t.match(phone.state, { silenceReason: 'paused' });
  t.equal(await room.sound.holders(), 0);
  await goesOn(t, room);
  await pausedFor(room);
  const { position } = phone.state;
  await agent.end();
  const again = await rig.start(room.environment);
  const back = await rig.phone(again, token);
  t.match(back.state, { silenceReason: 'paused', position: { positionMs: Number } });
  t.ok(Math.abs(back.state.position.positionMs - position.positionMs) < slack(1_000));
  await sleep(2_000);
  t.equal(await room.sound.holders(), 0, 'it starts without');
  await back.play({}, isAt(0));
  await checkSound(t, rig, back);
});

test('with a program that is waited for', async t => {
  const hook = createHook(t, 'test "$TONEARM_EVENT" = playing && sleep 1; exit 0');
  const waits = { TONEARM_EVENT_COMMAND: hook.command, TONEARM_EVENT_WAIT: 'on' };
  const room = await playing(t, await createRoom(t, {}, waits));
  await pausedFor(room);
  t.notOk(hook.events().includes('stopped'));
  const before = room.phone.seen.length;
  await goesOn(t, room);
  const reasons = room.phone.seen.slice(before).map(({ state }) => state.silenceReason);
  t.equal(reasons[0], 'loading', 'silent until it has returned');
  t.same(
    hook.events().filter(event => event !== 'volumeChanged'),
    ['playing', 'trackChanged', 'paused', 'playing'],
  );
});

test('on and off, many times', async t => {
  const room = await playing(t, await createRoom(t));
  const { phone } = room;
  for (let turn = 0; turn < 12; turn += 1) {
    await phone.call('player.pause');
    // Before, in, and behind the moment in which the device is let go.
    await sleep(980 + turn * 4);
    await phone.play();
    await sleep(50);
  }
  await checkSound(t, room.rig, phone);
  await Promise.all(
    Array.from({ length: 20 }, (_, at) => phone.call(at % 2 === 0 ? 'player.pause' : 'player.play')),
  );
  await phone.until('sounding', isSounding);
  await checkSound(t, room.rig, phone);
  t.match(phone.state.item, { index: 0 });
});
