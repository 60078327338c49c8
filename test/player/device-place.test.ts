import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { type Recorder, startRecorder } from '../bench/rig/recorder.js';
import { SINK_RATE } from '../bench/rig/sound-server.js';
import { exactPitchOf } from '../bench/sound/listening.js';
import { createTones, SWEEP } from '../bench/sound/tone.js';
import { createRoom, letGo, SECONDS } from './room.js';

const LOW_HZ = 400;
/** Frames by whose pitch a place is told. */
const WINDOW = 240;
/** As near as a sound server goes on after any pause, on a busy machine. */
const SEAM_MS = 30;
/** What is further back was heard before, or did not belong there. */
const BACK_MS = 100;

/** A tone whose pitch tells the place, as mpv itself encodes it. */
function toFile(t: Test, format: string): Buffer {
  const wav = createTones()({
    frequency: LOW_HZ,
    rate: 48_000,
    seconds: SECONDS,
    format: 'wav',
    sweeps: true,
  });
  if (format === 'wav') return wav;
  const [from, to] = [join(t.testdir(), 'tone.wav'), join(t.testdirName, `tone.${format}`)];
  writeFileSync(from, wav);
  execFileSync('mpv', ['--no-config', '--no-terminal', from, `--o=${to}`]);
  return readFileSync(to);
}

/** Where in the file each stretch of the recording was, milliseconds; silence and seams are left out. */
function placesIn(recorder: Recorder): number[] {
  const { samples } = recorder.take();
  const places: number[] = [];
  for (let at = 0; at + WINDOW <= samples.length / 2; at += WINDOW) {
    const pitches = [at, at + WINDOW / 2].map(from => exactPitchOf(samples, from, WINDOW / 2));
    const [first, second] = pitches;
    if (first == null || second == null || Math.abs(first - second) > 10) continue;
    places.push((((first + second) / 2 - LOW_HZ) / SWEEP) * 1000 - (WINDOW / 2 / SINK_RATE) * 1000);
  }
  return places;
}

for (const format of ['wav', 'flac', 'mp3']) {
  t.test(`${format}: let go and opened again, it goes on at its place, and nothing else sounds`, async t => {
    const room = await createRoom(t);
    const { player, log, load, sound, audio } = room;
    const recorder = await startRecorder(sound, 'room');
    t.teardown(() => recorder.stop());
    const loadId = await load({ url: audio.put('tone', toFile(t, format)) });
    await log.next('player.started', loadId);
    // By then all of it is in hand.
    await log.next('player.position', loadId);
    await log.next('player.position', loadId);
    const asked = audio.asked.length;
    const seams: number[] = [];
    for (let turn = 0; turn < 6; turn += 1) {
      await recorder.sound(performance.now());
      recorder.rewind();
      await sleep(400);
      await letGo(room);
      const before = placesIn(recorder);
      recorder.rewind();
      await player.resume();
      const { positionMs } = await log.next('player.seeked', loadId);
      await recorder.sound(performance.now());
      await sleep(400);
      const after = placesIn(recorder);
      const [last = 0, first = 0] = [before.at(-1), after[0]];
      t.ok(Math.abs(positionMs - last) < 200, `told ${positionMs}, heard up to ${last}`);
      seams.push(first - last);
      for (const [at, place] of after.entries()) {
        const back = (after[at - 1] ?? place) - place;
        if (back > BACK_MS) t.fail(`from ${after[at - 1]} back to ${place}`);
      }
      t.ok(after.length > 20, 'it sounds');
    }
    const sorted = seams.toSorted((a, b) => Math.abs(a) - Math.abs(b));
    t.ok(Math.abs(sorted[3] ?? Infinity) < SEAM_MS, `nothing lost, nothing repeated: ${seams.join(' ')}`);
    t.equal(audio.asked.length, asked, 'nothing is asked for again');
  });
}
