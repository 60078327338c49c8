import { spawnSync } from 'node:child_process';
import { chmodSync, constants, readFileSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { anAlbum, createRig, skip } from '../rigs/agent/rig.js';
import { createShortFolder } from '../rigs/agent/fault-row.js';

const FRAME_BYTES = 4;
const FRAMES_A_SECOND = 48_000;
const STEP_MS = 20;

/** Reads a pipe at the pace of snapserver, 48000:16:2, and keeps what it read. */
async function createReader(t: Test, pipe: string) {
  // For writing too, so that there is no end while the player is between two files.
  const handle = await open(pipe, constants.O_RDWR | constants.O_NONBLOCK);
  const parts: Buffer[] = [];
  const since = performance.now();
  let taken = 0;
  let idleLooks = 0;
  const stop = new AbortController();
  const work = (async () => {
    while (!stop.signal.aborted) {
      await new Promise(resolve => setTimeout(resolve, STEP_MS));
      const due = Math.floor(((performance.now() - since) / 1_000) * FRAMES_A_SECOND) * FRAME_BYTES - taken;
      const buffer = Buffer.alloc(due);
      const { bytesRead } = await handle.read(buffer, 0, due).catch(() => ({ bytesRead: 0 }));
      parts.push(buffer.subarray(0, bytesRead));
      idleLooks = bytesRead === 0 ? idleLooks + 1 : 0;
      // What was not there in time is silence for a clock that does not wait.
      taken += due;
    }
    await handle.close();
  })();
  t.teardown(async () => {
    stop.abort();
    await work;
  });
  return {
    samples: () => Buffer.concat(parts),
    /** Resolves once nothing has come for so many looks. */
    async untilIdle(looks: number) {
      while (idleLooks < looks) await new Promise(resolve => setTimeout(resolve, STEP_MS));
    },
  };
}

t.test('the recipe of docs/snapcast.md: an album, whole and in the right format', { skip }, async t => {
  const folder = createShortFolder(t);
  const pipe = join(folder, 'snapfifo');
  t.equal(spawnSync('mkfifo', [pipe]).status, 0);
  const shipped = readFileSync(new URL('../../../config/snapcast-mpv', import.meta.url), 'utf8');
  const script = join(folder, 'snapcast-mpv');
  writeFileSync(script, shipped.replace(/^pipe=.*$/m, `pipe=${pipe}`));
  chmodSync(script, 0o755);
  const reader = await createReader(t, pipe);

  const trackSeconds = 2;
  const rig = await createRig(t, { trackSeconds });
  const album = anAlbum(rig.sandbox, 5);
  const { agent, phone } = await rig.ready({
    TONEARM_MPV_PATH: script,
    TONEARM_AUDIO_OUTPUT: '',
    TONEARM_VOLUME_START: '100',
  });
  await phone.play({ sourceId: album.id });
  await phone.until('the end', state => state.silenceReason === 'sourceEnded', 40_000);
  await reader.untilIdle(30);

  const samples = reader.samples();
  t.equal(samples.length % FRAME_BYTES, 0, 'whole frames');
  const seconds = samples.length / FRAME_BYTES / FRAMES_A_SECOND;
  const expected = album.tracks.length * trackSeconds;
  // What a codec adds at the edges is some milliseconds a track; a lost or doubled piece, or another rate, is far more.
  const edges = 0.1 * album.tracks.length;
  // Where nobody reads for seconds, since this process stands still, the player hangs: another one goes on in its place.
  const players = agent.stdout.split('"The player has exited').length;
  const words = `${seconds} s of ${expected} s, by ${players} players`;
  t.ok(seconds > expected - edges && seconds < expected + edges + (players - 1) * trackSeconds, words);
  let loudest = 0;
  let leap = 0;
  for (let at = FRAME_BYTES; at < samples.length; at += FRAME_BYTES) {
    const [before, now] = [samples.readInt16LE(at - FRAME_BYTES), samples.readInt16LE(at)];
    loudest = Math.max(loudest, Math.abs(now));
    leap = Math.max(leap, Math.abs(now - before));
  }
  t.ok(loudest > 1_000 && loudest < 32_767, `loudest: ${loudest}`);
  // Bytes out of step, or another format, would be noise.
  t.ok(leap < 20_000, `largest leap: ${leap}`);
});
