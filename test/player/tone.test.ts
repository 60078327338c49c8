import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { TONE_URL } from '../../src/core/vocabulary/tone.js';
import { toneAddress } from '../../src/player/sound/tone.js';
import { findProgram } from '../../src/player/process/program.js';
import { startRecorder } from '../bench/rig/recorder.js';
import { SINK_RATE, startSoundServer } from '../bench/rig/sound-server.js';
import { createRig, createRuntimeDir } from './rig.js';

const missing = ['mpv', 'pulseaudio', 'parec'].find(
  name => findProgram(name, process.env['PATH'] ?? '') === null,
);
const skip = missing !== undefined && `no ${missing} here`;

const BLOCK_MS = 10;
/** The tone begins anew after so long. */
const PERIOD_MS = 2_000;
const TRIES = 10;
/** Its amplitude at the volume of 60, of which mpv takes the cube. */
const LOUDEST = 20_000 * 0.6 ** 3;

/** The loudest sample of each ten milliseconds. */
function peaksOf(samples: Int16Array): readonly number[] {
  const size = (SINK_RATE / 1000) * BLOCK_MS * 2;
  const count = Math.floor(samples.length / size);
  return Array.from({ length: count }, (_, at) =>
    samples.subarray(at * size, (at + 1) * size).reduce((peak, one) => Math.max(peak, Math.abs(one)), 0),
  );
}

/** Milliseconds from each beginning of the tone to the next. */
function spansOf(peaks: readonly number[]): readonly number[] {
  const begins = peaks.flatMap((peak, at) => {
    const wasSilent = peaks.slice(Math.max(0, at - 30), at).every(before => before < LOUDEST / 100);
    return peak >= LOUDEST / 100 && wasSilent ? [at * BLOCK_MS] : [];
  });
  return begins.slice(1).map((at, one) => at - (begins[one] ?? 0));
}

/** Whether two of them are as they must be. */
function isEven(spans: readonly number[]): boolean {
  return spans.filter(span => Math.abs(span - PERIOD_MS) <= 2 * BLOCK_MS).length >= 2;
}

t.test('The address of the tone holds a sound file that begins and ends in silence', async t => {
  const wave = Buffer.from(toneAddress().replace('hex://', ''), 'hex');
  t.equal(wave.toString('latin1', 0, 4) + wave.toString('latin1', 8, 16), 'RIFFWAVEfmt ');
  t.equal(wave.readUInt32LE(4), wave.length - 8);
  t.equal(wave.readUInt32LE(40), wave.length - 44);
  t.equal((wave.length - 44) / 2 / wave.readUInt32LE(24), PERIOD_MS / 1000);
  t.strictSame([wave.readInt16LE(44), wave.readInt16LE(wave.length - 2)], [0, 0]);
});

t.test('The tone sounds over and over, never louder than was asked before it', { skip }, async t => {
  const server = await startSoundServer(createRuntimeDir(t));
  t.teardown(() => server.stop());
  await server.addSink('tone');
  const environment = { ...process.env, ...server.environment('tone') };
  const { player, log, load } = createRig(t, { audioOutput: 'pulse', environment });
  await player.start(log.add);
  await player.setVolume(100);
  const recorder = await startRecorder(server, 'tone');
  t.teardown(() => recorder.stop());
  await player.setVolume(60);
  await load({ url: TONE_URL });
  await log.next('player.started');
  await recorder.sound(0);
  let peaks: readonly number[] = [];
  let spans: readonly number[] = [];
  // On a machine that stood still meanwhile it is heard for longer.
  for (let tries = 0; tries < TRIES && !isEven(spans); tries += 1) {
    await sleep((spans.length === 0 ? 3 : 1) * PERIOD_MS);
    peaks = peaksOf(recorder.take().samples);
    spans = spansOf(peaks);
  }
  t.ok(isEven(spans), `it began anew after ${spans.join(', ')} ms`);
  const most = Math.max(...peaks);
  // Where samples are missing, the server's filter overshoots.
  t.ok(most < LOUDEST * 1.25 && most > LOUDEST * 0.9, `${most} of ${LOUDEST}`);
});
