import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { createLevel } from '../../src/player/sound/level.js';
import type { MpvCommand } from '../../src/player/wire/mpv-message.js';
import { startAudioServer } from '../fakes/audio/server.js';
import { processNaming } from './processes.js';
import { createRig } from './rig.js';
import { removeFolder } from '../fakes/machine/remove-folder.js';
import { sendSignal } from '../fakes/machine/send-signal.js';

const rate = 44_100;
const toGain = (decibels: number): number => 10 ** (decibels / 20);
/** Longer than what mpv keeps for a file of samples: a newer one ends a paused item that it has handed out whole. */
const seconds = 3;
const whole = seconds * rate;
/** The server's tone, as samples of one. */
const toneAt = (at: number): number => Math.trunc(Math.sin(at / 16) * 6000) / 32_768;

/** Where a player that is in a room of its own may write, too, as it is with Debian 13's setpriv. */
function toSoundFile(t: Test): string {
  const folder = mkdtempSync('/dev/shm/tonearm-level-');
  t.teardown(() => removeFolder(folder));
  return join(folder, 'sound');
}

function readSamples(path: string): Float32Array {
  const bytes = readFileSync(path);
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}

/** The most by which samples are not what they should be. */
function errorOf(samples: Float32Array, from: number, expected: (at: number) => number): number {
  return samples.reduce((worst, sample, at) => Math.max(worst, Math.abs(sample - expected(from + at))), 0);
}

t.test('every sample has the level of its item, and the first sound of a process rises', async t => {
  const server = await startAudioServer();
  t.teardown(() => server.close());
  const file = toSoundFile(t);
  const { player, log, load, runtimeDir } = createRig(t, {
    audioOutput: 'pcm',
    extraOptions: [`--ao-pcm-file=${file}`, '--ao-pcm-waveheader=no'],
    volume: 50,
  });
  await player.start(log.add);
  await log.next('player.ready');
  sendSignal(processNaming(runtimeDir), 'SIGKILL');
  await log.next('player.died');
  await log.next('player.ready');

  const first = await load({ url: server.address(`tone/${seconds}`), gainDb: -6, paused: true });
  await log.next('player.started', first);
  const second = await load({ url: server.address(`tone/${seconds}`), gainDb: -12.5, mode: 'append' });
  await player.resume();
  await log.next('player.ended', second);
  await player.stop();

  const samples = readSamples(file);
  t.equal(samples.length, 2 * whole, 'nothing is missing, nothing is put in between');
  const output = 0.5 ** 3;
  const risen = 0.2 * rate;
  const ofFirst = (at: number) => toneAt(at) * toGain(-6) * output;
  const ofSecond = (at: number) => toneAt(at - whole) * toGain(-12.5) * output;
  const loudest = (6000 / 32_768) * output;
  t.ok(errorOf(samples.subarray(risen, whole), risen, ofFirst) < loudest / 500);
  t.ok(errorOf(samples.subarray(whole), whole, ofSecond) < loudest / 500, 'from its first sample on');

  const rising = samples.subarray(0, risen);
  t.ok(
    rising.every((sample, at) => Math.abs(sample) <= Math.abs(ofFirst(at)) + loudest / 500),
    'never above its level',
  );
  const [start, half] = [0, 0.075 * rate].map(at =>
    rising.subarray(at, at + 200).reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0),
  );
  t.ok((start ?? 1) < loudest * toGain(-6) * 0.1, 'softly at first');
  t.ok((half ?? 0) > loudest * toGain(-6) * 0.4, 'and soon');
  const jump = rising.reduce(
    (most, sample, at) => Math.max(most, Math.abs(sample - (rising[at - 1] ?? 0))),
    0,
  );
  t.ok(jump < (loudest * toGain(-6)) / 10, 'without a click');
});

t.test('the first sound rises where it was sent, and nothing falls silent where it once rose', async t => {
  const server = await startAudioServer();
  t.teardown(() => server.close());
  const file = toSoundFile(t);
  const { player, log, load } = createRig(t, {
    audioOutput: 'pcm',
    extraOptions: [`--ao-pcm-file=${file}`, '--ao-pcm-waveheader=no'],
  });
  await player.start(log.add);
  const url = server.address(`tone/${2 + seconds}`);
  const first = await load({ url, startMs: 2_000, gainDb: -6, paused: true });
  await log.next('player.started', first);
  await player.seek(1_000);
  await log.next('player.seeked', first);
  await player.resume();
  await log.next('player.ended', first);
  await player.stop();

  const samples = readSamples(file);
  // A newer mpv lands one sample before the place.
  const early = samples.length - rate - whole;
  t.ok([0, 1].includes(early), `${early} samples too many`);
  const of = (at: number) => toneAt(at + rate - early) * toGain(-6);
  const loudest = (6000 / 32_768) * toGain(-6);
  t.ok(errorOf(samples.subarray(0, rate / 100), 0, () => 0) < loudest * 0.1, 'softly at first');
  t.ok(errorOf(samples.subarray(rate / 5), rate / 5, of) < loudest / 500, 'and at its level from then on');
});

t.test('a seek back takes the rise away, and leaves the gain', async t => {
  const server = await startAudioServer();
  t.teardown(() => server.close());
  const { player, log, load, ask } = createRig(t);
  await player.start(log.add);
  const first = await load({ url: server.address('tone/60'), startMs: 30_000, gainDb: -6 });
  await log.next('player.started', first);
  t.match(await ask('af'), [{ name: 'lavfi' }, { name: 'lavfi', label: 'rise' }]);
  await player.seek(29_900);
  await log.next('player.seeked', first);
  t.equal(((await ask('af')) as unknown[]).length, 1);
  await player.seek(29_000);
  await log.next('player.seeked', first);
});

t.test('a volume of ten is heard of 16-bit sound', async t => {
  const server = await startAudioServer();
  t.teardown(() => server.close());
  const file = toSoundFile(t);
  const extraOptions = [`--ao-pcm-file=${file}`, '--ao-pcm-waveheader=no'];
  const { player, log, load } = createRig(t, { audioOutput: 'pcm', extraOptions, volume: 10 });
  await player.start(log.add);
  await log.next('player.ended', await load({ url: server.address('tone/1') }));
  await player.stop();
  const expected = (at: number) => toneAt(at) * 0.1 ** 3;
  t.ok(errorOf(readSamples(file).subarray(rate / 2), rate / 2, expected) < (6000 / 32_768) * 0.1 ** 3 * 0.01);
});

/** A level whose mpv answers at once. */
function createBench() {
  const asked: unknown[] = [];
  const so = { flowing: false, held: false, waitedMs: 0 };
  const level = createLevel({
    request(command: MpvCommand) {
      asked.push(Object.values(command)[2]);
      return Promise.resolve();
    },
    isFlowing: () => so.flowing,
    isHeld: () => so.held,
    async wait(ms) {
      so.waitedMs += ms;
      await new Promise(resolve => setTimeout(resolve, ms));
    },
  });
  return { level, so, take: () => asked.splice(0) };
}

t.test('No step of the level changes the amplitude by more than a tenth of the way', async t => {
  const { level, so, take } = createBench();
  for (const [from, to] of [
    [100, 0],
    [0, 100],
    [70, 30],
  ] as const) {
    so.flowing = false;
    await level.set(from);
    so.flowing = true;
    take();
    await level.set(to);
    const passed = [from, ...take().map(Number)].map(volume => (volume / 100) ** 3);
    const steps = passed.slice(1).map((amplitude, at) => Math.abs(amplitude - (passed[at] ?? 0)));
    const way = Math.abs((from / 100) ** 3 - (to / 100) ** 3);
    t.ok(Math.max(...steps) < 0.101 * way, `${from} to ${to}: ${steps.join(' ')}`);
    t.equal(passed.at(-1), (to / 100) ** 3);
    t.equal(steps.length, 10, 'and soon');
  }
});

t.test('The level takes no longer for a knob than it has, and goes on for a mute', async t => {
  const { level, so } = createBench();
  for (const [from, to, atMostMs] of [
    [40, 42, 3],
    [30, 40, 15],
    [30, 70, 60],
    [100, 0, 150],
  ] as const) {
    so.flowing = false;
    await level.set(from);
    so.flowing = true;
    so.waitedMs = 0;
    await level.set(to);
    t.ok(so.waitedMs <= atMostMs && so.waitedMs >= atMostMs / 3, `${from} to ${to}: ${so.waitedMs} ms`);
  }
});

t.test('while something sounds the level moves in steps, else at once', async t => {
  const { level, so, take } = createBench();
  await level.set(40);
  t.strictSame(take(), [40]);
  await level.set(20);
  t.strictSame(take(), [20]);
  so.flowing = true;
  await level.set(60);
  t.strictSame(
    take().map(volume => Math.round(Number(volume))),
    [31, 37, 41, 45, 48, 51, 54, 56, 58, 60],
  );
  await level.set(58);
  t.strictSame(
    take().map(volume => Math.round(Number(volume))),
    [59, 58],
  );
  await level.set(58);
  t.strictSame(take(), []);
  const away = level.set(0);
  const back = level.set(50);
  await Promise.all([away, back]);
  t.equal(take().at(-1), 50, 'the last word counts');
});

t.test('A paused output holds sound of the old level', async t => {
  const { level, so } = createBench();
  so.held = true;
  await level.set(30);
  t.notOk(level.takeStale(), 'it is the first level');
  await level.set(30);
  t.notOk(level.takeStale());
  await level.set(20);
  t.ok(level.takeStale());
  t.notOk(level.takeStale());
});
