import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { samplesOf, toWave } from '../../src/player/sound/wave.js';
import { removeFolder } from '../fakes/machine/remove-folder.js';
import { processesNaming, untilGone } from './processes.js';
import { createRig } from './rig.js';
import { sendSignal } from '../fakes/machine/send-signal.js';

const RATE = 48_000;
const AMPLITUDE = 8_000;
/** Half a second that begins at its loudest. */
const BYTES = Buffer.from(Int16Array.from({ length: RATE }, () => AMPLITUDE).buffer);
const CLIP = toWave({ bytes: BYTES, rate: RATE, channels: 2 });
/** The same in Sun's format, which has to be decoded: 16 bits, the high byte first. */
const DECODED_CLIP = Buffer.concat([
  Buffer.from('.snd'),
  Buffer.from(Uint32Array.from([24, BYTES.length, 3, RATE, 2]).buffer).swap32(),
  Buffer.from(BYTES).swap16(),
]);
const never = new AbortController().signal;

async function open(t: Test) {
  // Where a player that is in a room of its own may write, too.
  const folder = mkdtempSync('/dev/shm/tonearm-announcer-');
  t.teardown(() => removeFolder(folder));
  const file = join(folder, 'sound');
  const rig = createRig(t, {
    audioOutput: 'pcm',
    extraOptions: [`--ao-pcm-file=${file}`, '--ao-pcm-waveheader=no'],
  });
  await rig.player.start(rig.log.add);
  await rig.log.next('player.ready');
  const [itself] = processesNaming(file);
  /** The players beside that of the music. */
  const others = () => processesNaming(file).filter(pid => pid !== itself);
  /** The only one of these, once it is an mpv and one before it is gone. */
  const waiting = async () => {
    let last: number | undefined;
    for (;;) {
      const [one, ...more] = others();
      if (one !== undefined && one === last && more.length === 0) return one;
      last = one;
      await delay(10);
    }
  };
  const samples = () => {
    const bytes = readFileSync(file);
    return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  };
  return { ...rig, announcer: rig.player.announcer, others, waiting, samples };
}

t.test('A player waits for the clip, and sounds it at its volume from the first sample on', async t => {
  const { announcer, others, waiting, samples } = await open(t);
  for (const [clip, volume] of [
    [DECODED_CLIP, 10],
    [DECODED_CLIP, 40],
    [CLIP, 100],
  ] as const) {
    const lengthMs = await announcer.take('bell', clip, never);
    t.ok(lengthMs !== null && lengthMs >= 500, `${lengthMs} ms`);
    t.ok(await waiting(), 'it was started before the clip was in hand');
    await announcer.begin('bell', volume);
    const wanted = (AMPLITUDE / 32_768) * (volume / 100) ** 3;
    // mpv fills its last piece with silence.
    const heard = samples().subarray(0, RATE);
    t.equal(heard.length, RATE);
    t.ok(
      heard.every(sample => Math.abs(sample - wanted) < wanted / 100),
      `${volume}: ${Math.min(...heard)} to ${Math.max(...heard)}, ${wanted} wanted`,
    );
    t.strictSame(others(), [], 'nothing is left');
  }
});

t.test(
  'No player is left of a clip that was refused, cancelled, or taken as the speaker stopped',
  async t => {
    const { player, announcer, others, waiting } = await open(t);
    const gone = (pids: readonly number[]) => Promise.all(pids.map(untilGone));

    t.equal(await announcer.take('rubbish', Buffer.alloc(5_000, 0xa5), never), null);
    await gone(others());

    await announcer.take('cancelled', CLIP, never);
    await announcer.take('second', CLIP, never);
    const first = await waiting();
    announcer.end('cancelled');
    t.equal(await waiting(), first, 'another clip needs it');
    announcer.end('second');
    await gone(others());

    t.equal(await announcer.take('late', CLIP, AbortSignal.abort()), null);
    await gone(others());

    await announcer.take('last', CLIP, never);
    const last = await waiting();
    await player.stop();
    await untilGone(last);
  },
);

t.test('A player that died while it waited is replaced', async t => {
  const { announcer, others, waiting, samples } = await open(t);
  await announcer.take('bell', CLIP, never);
  await untilGone(sendSignal(await waiting(), 'SIGKILL'));
  await announcer.begin('bell', 100);
  t.ok(samples().length >= RATE);
  t.strictSame(others(), []);
});

t.test(
  'A WAV file of plain samples needs no decoding, whatever its rate and the length that it states',
  t => {
    const bytes = Buffer.alloc(2_205, 1);
    const wave = toWave({ bytes, rate: 22_050, channels: 1 });
    t.strictSame(samplesOf(wave), { bytes: bytes.subarray(0, 2_204), rate: 22_050, channels: 1 });
    const piped = Buffer.from(wave);
    piped.writeUInt32LE(0xff_ff_ff_ff, 40);
    t.equal(samplesOf(piped)?.bytes.length, 2_204);
    t.equal(samplesOf(wave.subarray(0, 1_044))?.bytes.length, 1_000, 'one that broke off');
    const list = Buffer.from('LIST\u0003\0\0\0abc\0', 'latin1');
    const listed = Buffer.concat([wave.subarray(0, 36), list, wave.subarray(36)]);
    t.equal(samplesOf(listed)?.bytes.length, 2_204);
    for (const [at, value] of [
      [20, 3],
      [22, 6],
      [34, 24],
    ] as const) {
      const other = Buffer.from(wave);
      other.writeUInt16LE(value, at);
      t.equal(samplesOf(other), null, `byte ${at}: ${value}`);
    }
    t.equal(samplesOf(DECODED_CLIP), null);
    t.equal(samplesOf(Buffer.from('RIFF')), null);
    t.end();
  },
);
