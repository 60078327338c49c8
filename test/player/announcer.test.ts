import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { toWave } from '../../src/player/sound/wave.js';
import { removeFolder } from '../fakes/machine/remove-folder.js';
import { processesNaming, untilGone } from './processes.js';
import { createRig } from './rig.js';

const RATE = 48_000;
const AMPLITUDE = 8_000;
/** Half a second that begins at its loudest. */
const CLIP = toWave({
  bytes: Buffer.from(Int16Array.from({ length: RATE }, () => AMPLITUDE).buffer),
  rate: RATE,
  channels: 2,
});
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
  const samples = () => {
    const bytes = readFileSync(file);
    return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  };
  return { ...rig, announcer: rig.player.announcer, others, samples };
}

t.test('A player waits for the clip, and sounds it at its volume from the first sample on', async t => {
  const { announcer, others, samples } = await open(t);
  for (const volume of [10, 40, 100]) {
    const lengthMs = await announcer.take('bell', CLIP, never);
    t.ok(lengthMs !== null && lengthMs >= 500, `${lengthMs} ms`);
    t.equal(others().length, 1, 'it was started while the clip was decoded');
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
    const { player, announcer, others } = await open(t);
    const gone = (pids: readonly number[]) => Promise.all(pids.map(untilGone));

    t.equal(await announcer.take('rubbish', Buffer.alloc(5_000, 0xa5), never), null);
    await gone(others());

    await announcer.take('cancelled', CLIP, never);
    await announcer.take('second', CLIP, never);
    t.equal(others().length, 1, 'one waits for all of them');
    announcer.end('cancelled');
    t.equal(others().length, 1, 'another clip needs it');
    announcer.end('second');
    await gone(others());

    t.equal(await announcer.take('late', CLIP, AbortSignal.abort()), null);
    await gone(others());

    await announcer.take('last', CLIP, never);
    const [waiting = 0] = others();
    await player.stop();
    await untilGone(waiting);
  },
);

t.test('A player that died while it waited is replaced', async t => {
  const { announcer, others, samples } = await open(t);
  await announcer.take('bell', CLIP, never);
  const [waiting = 0] = others();
  process.kill(waiting, 'SIGKILL');
  await untilGone(waiting);
  await announcer.begin('bell', 100);
  t.ok(samples().length >= RATE);
  t.strictSame(others(), []);
});
