import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { nextMinute } from '../rigs/agent/alarm-minute.js';
import { isSounding } from '../fakes/phones/phone.js';
import { anAlbum, aStation, createRig, testsOf } from '../rigs/agent/rig.js';
import { encode, KEY, makePipe, parseRecording, press, REL, REPORT } from '../rigs/input/keys.js';
import { RECORDINGS } from '../rigs/input/recordings.js';
import { temporaryFolder } from '../rigs/store/records.js';

t.jobs = 3;
const test = testsOf(t);

/** A speaker that plays, with two devices. */
async function openHouse(t: Test) {
  const folder = temporaryFolder(t);
  const keys = makePipe(join(folder, 'keys'));
  const knob = makePipe(join(folder, 'knob'));
  t.teardown(() => {
    keys.leave();
    knob.leave();
  });
  const rig = await createRig(t, { trackSeconds: 60 });
  const { agent, phone } = await rig.ready({
    TZ: 'UTC',
    TONEARM_INPUT_DEVICES: `${keys.path},${knob.path}`,
  });
  await agent.line(/^An input device is read/);
  await phone.play({ sourceId: aStation(rig.sandbox) });
  return { rig, agent, phone, keys, knob, folder };
}

test('Recorded keys and knobs do what they mean, and phones see who did it', async t => {
  const { rig, phone, keys, knob } = await openHouse(t);
  const album = anAlbum(rig.sandbox).id;
  keys.write(...parseRecording(RECORDINGS.playPause));
  await phone.until('paused', ({ playbackStatus }) => playbackStatus === 'paused');
  t.ok(phone.seen.some(({ cause }) => cause?.client === 'Buttons' && cause.method === 'player.playPause'));
  keys.write(...parseRecording(RECORDINGS.playPause));
  await phone.until('playing', ({ playbackStatus }) => playbackStatus === 'playing');

  await phone.call('player.setVolume', { volume: 40 });
  keys.write(...parseRecording(RECORDINGS.volumeUp));
  await phone.until('louder', ({ volume }) => volume > 40);
  await phone.call('player.setVolume', { volume: 40 });
  const before = phone.seen.length;
  for (let click = 0; click < 20; click += 1) knob.write([REL, 0, -1], REPORT);
  await phone.until('quieter', ({ volume }) => volume === 0);
  const volumes = phone.seen.slice(before).map(({ state }) => state.volume);
  t.same([...new Set(volumes)].length, 1, 'twenty clicks are one change');

  keys.write(...press(113));
  await phone.until('muted', ({ muted }) => muted);
  keys.write(...press(113));
  await phone.until('not muted', ({ muted }) => !muted);

  await phone.call('preset.set', { number: 1, sourceId: album });
  keys.write(...parseRecording(RECORDINGS.remote));
  await phone.until('the album', ({ source }) => source?.id === album);
  keys.write([KEY, 4, 1], REPORT);
  while (((await phone.call('preset.list'))['presets'] as unknown[]).length < 2) await sleep(100);
  keys.write([KEY, 4, 0], REPORT, ...press(128));
  await phone.until('stopped', ({ playbackStatus }) => playbackStatus === 'stopped');
  t.match(await phone.call('preset.list'), {
    presets: [{ number: 1 }, { number: 3, source: { id: album } }],
  });
});

test('Noise, half events and writers that come and go harm nobody', async t => {
  const { agent, phone, keys, knob } = await openHouse(t);
  const playPause = parseRecording(RECORDINGS.playPause);
  // As much as one write puts into the pipe and one read takes out of it: a key in the same piece as noise is lost. The
  // writer stays: what another wrote between the end of this one and the reopening would be lost.
  keys.writeBytes(Buffer.alloc(24 * 600, 0xa7));
  knob.writeBytes(encode(playPause).subarray(0, 11));
  knob.leave();
  await agent.line(/^An input device says what no input device would say/);
  for (const [at, pipe] of [keys, knob, keys, knob].entries()) {
    pipe.write(...playPause);
    const wanted = at % 2 === 0 ? 'paused' : 'playing';
    await phone.until(wanted, ({ playbackStatus }) => playbackStatus === wanted);
    pipe.leave();
  }
  const told = agent.stdout.split('\n').filter(line => line.includes('no input device would say'));
  t.equal(told.length, 1, 'it is said once');
});

test('A device that is not there is told of once, and used when it comes', async t => {
  const folder = temporaryFolder(t);
  const path = join(folder, 'later');
  const rig = await createRig(t, { trackSeconds: 60 });
  const { agent, phone } = await rig.ready({ TONEARM_INPUT_DEVICES: `${path},${folder}` });
  t.match(await agent.line(/^Input devices cannot be read/), {
    devices: [
      { path, code: 'ENOENT' },
      { path: folder, code: 'it is no device' },
    ],
  });
  await phone.play({ sourceId: aStation(rig.sandbox) });
  const told = (): number => agent.stdout.split('\n').filter(line => line.includes('cannot be read')).length;
  for (const [at, wanted] of (['paused', 'playing'] as const).entries()) {
    const pipe = makePipe(path);
    pipe.write(...press(164));
    await phone.until(wanted, ({ playbackStatus }) => playbackStatus === wanted);
    t.equal(told(), at + 1, 'once for each time that it was not there');
    rmSync(path);
    pipe.leave();
    while (told() < at + 2) await sleep(20);
  }
});

test('A key snoozes an alarm that rings, and another ends it', async t => {
  const { rig, phone, keys } = await openHouse(t);
  await phone.call('player.pause');
  await phone.call('alarm.set', { time: nextMinute(10_000).time, sourceId: aStation(rig.sandbox) });
  const isRinging = ({ alarm }: typeof phone.state): boolean => alarm?.ringing === true;
  await phone.until('ringing', isRinging, 120_000);
  await phone.until('sounding', isSounding);
  keys.write(...press(113));
  const snoozed = await phone.until('snoozed', state => !isRinging(state));
  t.match(snoozed, { alarm: { ringing: false }, muted: false, playbackStatus: 'paused' });
  await phone.call('alarm.set', { time: nextMinute(10_000).time, sourceId: aStation(rig.sandbox) });
  await phone.until('ringing again', isRinging, 120_000);
  keys.write(...parseRecording(RECORDINGS.playPause));
  const ended = await phone.until('ended', state => !isRinging(state));
  t.equal(ended.playbackStatus, 'paused');
});
