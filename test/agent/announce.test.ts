/** Announcements by the whole program: over the music on a recorded sink, and in its pause where the output is bare. */
import { existsSync } from 'node:fs';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import type { PublicState } from '../../src/contract/public-state.js';
import { hasProgram } from '../bench/frame/machine.js';
import type { AudioFile } from '../fakes/audio/odd-host.js';
import { isAt, isSounding } from '../fakes/phones/phone.js';
import { checkSound } from '../rigs/agent/ear.js';
import { loudnessAt, WINDOW_MS } from '../rigs/agent/loudness.js';
import { skipRecording, startRecording } from '../rigs/agent/recording.js';
import { anAlbum, skip, testsOf } from '../rigs/agent/rig.js';
import { createToneRig, makeWave, median, MUSIC_HZ } from '../rigs/agent/tone.js';
import { run } from '../rigs/cli/run.js';
import { slack } from '../rigs/slowness.js';
import { sendSignal } from '../fakes/machine/send-signal.js';

t.jobs = 3;
const test = testsOf(t);
const recorded = testsOf(t, skip || skipRecording);

/** Whole waves of it fit into a window of the measurement. */
const CLIP_HZ = 1_000;

/** A server in the house that has these files, by their names. */
async function aHouse(t: Test, ...files: readonly AudioFile[]): Promise<string> {
  const server = createServer(({ url = '' }, response) => {
    const file = files.find(({ name }) => url === `/${name}`);
    if (file === undefined) response.writeHead(404).end();
    else response.end(file.data);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const isHeard = (loudness: number): boolean => loudness > 100;
/** The first and the last window of the clip: where music begins or breaks off, it has a little of each tone. */
function clipIn(samples: Int16Array): readonly [from: number, to: number] {
  const clip = loudnessAt(samples, CLIP_HZ);
  const isThere = (loudness: number) => loudness > Math.max(...clip) / 2;
  return [clip.findIndex(isThere), clip.findLastIndex(isThere)];
}

/** When the piece would have begun, by the speaker's clock. */
const startOf = ({ atMs, positionMs }: PublicState['position']): number => atMs - positionMs;

/** No server answers, and mpv falls back to an output of which the agent cannot tell that it mixes. */
const BARE = { TONEARM_AUDIO_OUTPUT: 'jack,null' };

/** ALSA's way to the sound server: an output that does not mix, as far as the agent can tell. */
const ALSA = { TONEARM_AUDIO_OUTPUT: 'alsa', TONEARM_AUDIO_DEVICE: 'alsa/pulse' };
const hasAlsa = existsSync('/etc/alsa/conf.d/50-pulseaudio.conf');
const whyNotByAlsa = !hasAlsa && 'ALSA has no way to PulseAudio here';
const byAlsa = testsOf(t, skip || skipRecording || whyNotByAlsa);

async function open(t: Test, environment: Readonly<Record<string, string>> = {}) {
  const rig = await createToneRig(t);
  const { phone, agent, token } = await rig.ready(environment);
  const house = await aHouse(t, makeWave(t, 'bell.flac', CLIP_HZ, 2));
  const play = async () => {
    await phone.play({ sourceId: anAlbum(rig.sandbox).id }, isAt(0), 30_000);
  };
  return { rig, phone, agent, token, house, play };
}

recorded('An announcement lowers the music by 20 dB, and gives it back', async t => {
  const recording = await startRecording(t);
  const { phone, house, play, rig } = await open(t, recording.environment);
  await phone.call('player.setVolume', { volume: 80 });
  await play();
  await phone.untilPosition(2_000);
  const { position } = phone.state;
  const { announcementId } = await phone.call('player.announce', { url: `${house}/bell.flac`, volume: 80 });
  t.type(announcementId, 'string');
  await phone.until('announcing', ({ announcement }) => announcement !== null);
  t.match(phone.state, { silenceReason: null, playbackStatus: 'playing' });
  await phone.until('over', ({ announcement }) => announcement === null, 30_000);
  await sleep(1_500);
  const movedMs = startOf(phone.state.position) - startOf(position);
  t.ok(Math.abs(movedMs) < slack(150), `no position moved: ${movedMs} ms`);
  t.same(rig.device.reports, [], 'nothing was reported');
  const samples = recording.samples();
  const clip = loudnessAt(samples, CLIP_HZ);
  const [from, to] = [clip.findIndex(isHeard), clip.findLastIndex(isHeard)];
  t.ok(Math.abs((to - from) * WINDOW_MS - 2_000) < 100, `the clip sounds for ${(to - from) * WINDOW_MS} ms`);
  const music = loudnessAt(samples, MUSIC_HZ);
  const full = median(music.filter(isHeard).slice(20, 100));
  const decibels = music.map(loudness => 20 * Math.log10(loudness / full));
  // A busy machine may leave a hole in the sound: most of it counts.
  t.ok(Math.abs(median(decibels.slice(from, to)) + 20) < 0.5, '20 dB lower');
  t.ok(Math.abs(median(decibels.slice(to + 50))) < 0.1, 'exactly as loud as before');
});

test('On a bare output the music pauses for an announcement, and goes on from there', async t => {
  const { phone, house, play, rig } = await open(t, BARE);
  await play();
  await phone.untilPosition(2_000);
  const begun = phone.seen.length;
  await phone.call('player.announce', { url: `${house}/bell.flac` });
  const paused = await phone.until('announcing', ({ silenceReason }) => silenceReason === 'announcement');
  t.match(paused, { playbackStatus: 'playing', announcement: { by: /./ }, position: { rate: 0 } });
  await phone.until('over', state => state.announcement === null && isSounding(state), 30_000);
  t.ok(
    Math.abs(phone.state.position.positionMs - paused.position.positionMs) < 200,
    `from ${paused.position.positionMs} to ${phone.state.position.positionMs}`,
  );
  t.same(rig.device.reports, [], 'nothing was reported');
  t.comment(
    phone.seen
      .slice(begun)
      .map(({ state }) => `${state.silenceReason} ${state.position.positionMs}`)
      .join(),
  );
});

byAlsa('By ALSA nothing sounds beside an announcement, and the music goes on where it was', async t => {
  const recording = await startRecording(t);
  const { phone, house, play, rig } = await open(t, { ...recording.environment, ...ALSA });
  await play();
  await phone.untilPosition(2_000);
  await phone.call('player.announce', { url: `${house}/bell.flac` });
  const paused = await phone.until('announcing', ({ silenceReason }) => silenceReason === 'announcement');
  await phone.until('over', state => state.announcement === null && isSounding(state), 30_000);
  const movedMs = phone.state.position.positionMs - paused.position.positionMs;
  t.ok(Math.abs(movedMs) < 200, `it goes on ${movedMs} ms from where it was`);
  await sleep(1_500);
  await checkSound(t, rig, phone, 'what phones are told is where it is');
  t.same(rig.device.reports, [], 'nothing was reported');
  const clip = loudnessAt(recording.samples(), CLIP_HZ);
  const [from, to] = [clip.findIndex(isHeard), clip.findLastIndex(isHeard)];
  t.ok(Math.abs((to - from) * WINDOW_MS - 2_000) < 100, `the clip sounds for ${(to - from) * WINDOW_MS} ms`);
  const music = loudnessAt(recording.samples(), MUSIC_HZ);
  t.notOk(isHeard(median(music.slice(from, to))), 'the clip sounds alone');
  const full = median(music.slice(0, from).filter(isHeard));
  const lower = 20 * Math.log10(median(music.slice(-50)) / full);
  t.ok(Math.abs(lower) < 0.5, `as loud as before: ${lower} dB`);
});

/** Without a card ALSA has no mixer; a device of that name leads to a server that mixes, and is recorded. */
recorded('On ALSA’s mixer an announcement sounds over the music, and pauses nothing', async t => {
  const recording = await startRecording(t);
  writeFileSync(join(recording.environment['HOME'] ?? '', '.asoundrc'), 'pcm.!dmix { type pulse }');
  const { phone, house, play } = await open(t, {
    ...recording.environment,
    TONEARM_AUDIO_OUTPUT: 'alsa',
    TONEARM_AUDIO_DEVICE: 'alsa/dmix',
  });
  await play();
  await phone.untilPosition(2_000);
  await phone.call('player.announce', { url: `${house}/bell.flac` });
  const announced = await phone.until('announcing', ({ announcement }) => announcement !== null);
  t.match(announced, { silenceReason: null, position: { rate: 1 } });
  await phone.until('over', ({ announcement }) => announcement === null, 30_000);
  await sleep(1_500);
  const samples = recording.samples();
  const [from, to] = clipIn(samples);
  const music = loudnessAt(samples, MUSIC_HZ);
  const full = median(music.filter(isHeard).slice(20, 100));
  const decibels = music.map(loudness => 20 * Math.log10(loudness / full));
  t.ok(Math.abs(median(decibels.slice(from, to)) + 20) < 0.5, '20 dB lower');
  t.ok(Math.abs(median(decibels.slice(to + 50))) < 0.1, 'exactly as loud as before');
});

test('A paused speaker stays paused after an announcement', async t => {
  const { phone, house, play } = await open(t);
  await play();
  await phone.call('player.pause');
  await phone.call('player.announce', { url: `${house}/bell.flac` });
  await phone.until('announcing', ({ announcement }) => announcement !== null);
  t.equal(phone.state.silenceReason, 'paused');
  await phone.until('over', ({ announcement }) => announcement === null, 30_000);
  await sleep(500);
  t.match(phone.state, { playbackStatus: 'paused', silenceReason: 'paused' });
});

recorded('The music regains its full level after its player died under an announcement', async t => {
  const recording = await startRecording(t);
  const { phone, house, play, agent } = await open(t, recording.environment);
  await play();
  await phone.untilPosition(1_000);
  await phone.call('player.announce', { url: `${house}/bell.flac` });
  await phone.until('announcing', ({ announcement }) => announcement !== null);
  await sleep(500);
  sendSignal(Math.min(...agent.players()), 'SIGKILL');
  await phone.until('over', ({ announcement }) => announcement === null, 30_000);
  await phone.until('sounding', isSounding, 30_000);
  await sleep(1_000);
  const music = loudnessAt(recording.samples(), MUSIC_HZ);
  const full = median(music.filter(isHeard).slice(20, 60));
  const lower = 20 * Math.log10(median(music.slice(-50)) / full);
  t.ok(Math.abs(lower) < 0.5, `as loud as before: ${lower} dB`);
});

test('An announcement that cannot be had is refused, and nothing else happens', async t => {
  const { phone, house, rig, agent } = await open(t);
  const refused = async (params: object) => (await phone.ask('player.announce', params)).error;
  t.match(await refused({ url: `${house}/nothing.mp3` }), { data: { reason: 'serviceError' } });
  t.match(await refused({ url: 'http://127.0.0.1:9/bell.mp3' }), { data: { reason: 'offline' } });
  t.match(await refused({ url: 'http://192.0.2.1/bell.mp3' }), { code: -32602, data: { member: 'url' } });
  t.match(await refused({ url: `${agent.url}/healthz` }), { code: -32602, data: { member: 'url' } });
  t.match(await refused({ url: `${rig.sandbox.url}/` }), { data: { reason: /serviceError|notSupported/ } });
  t.match(await refused({ url: `${house}/bell.flac`, text: 'both' }), { code: -32602 });
  t.match(await refused({}), { code: -32602 });
  t.equal(phone.state.announcement, null);
});

test('A text is spoken from a shell', async t => {
  const { phone, rig } = await open(t);
  const said = await run(['ctl', 'say', '-- Dinner is ready', '--volume', '40'], rig.environment);
  t.match(said, { code: 64 }, 'an option that nobody knows');
  const { code, stderr } = await run(['ctl', 'say', 'Dinner', 'is ready'], rig.environment);
  if (!hasProgram('espeak-ng')) {
    t.match({ code, stderr }, { code: 1, stderr: /espeak-ng/ });
    return;
  }
  t.equal(code, 0, stderr);
  await phone.until('over', ({ announcement }) => announcement === null, 30_000);
  const lengths = phone.seen.flatMap(({ state: { announcement } }) => announcement?.endsAtMs ?? []);
  t.equal(new Set(lengths).size, 1, 'it was announced once');
});
