import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { startAudioServer } from '../fakes/audio/server.js';
import { createRig } from './rig.js';

const SECONDS = 1;

/** A tone as mpv writes it; null where its ffmpeg has no such encoder. */
function encode(t: Test, name: string, encoder: string): Buffer | null {
  const file = join(t.testdir(), name);
  const words = ['--no-config', '--no-terminal', '--no-video', `--o=${file}`, `--oac=${encoder}`];
  spawnSync('mpv', [...words, `av://lavfi:sine=d=${SECONDS}`], { timeout: 60_000 });
  try {
    const made = readFileSync(file);
    return made.length > 0 ? made : null;
  } catch {
    return null;
  }
}

const PLAYED = {
  'a.mp3': 'libmp3lame',
  'a.aac': 'aac',
  'a.m4a': 'aac',
  'lossless.m4a': 'alac',
  'a.mp4': 'libmp3lame',
  'a.flac': 'flac',
  'a.ogg': 'libvorbis',
  'flac.ogg': 'flac',
  'a.opus': 'libopus',
  'a.wav': 'pcm_s16le',
  'coarse.wav': 'pcm_u8',
  'deep.wav': 'pcm_s24le',
  'deeper.wav': 'pcm_s32le',
  'float.wav': 'pcm_f32le',
  'double.wav': 'pcm_f64le',
  'a-law.wav': 'pcm_alaw',
  'mu-law.wav': 'pcm_mulaw',
  'opus.webm': 'libopus',
  'vorbis.webm': 'libvorbis',
  'opus.caf': 'libopus',
  'opus.mp4': 'libopus',
  'a.mkv': 'flac',
  'a.mp2': 'mp2',
  'dolby.mp4': 'ac3',
  'dolby-plus.mp4': 'eac3',
  'a.ac3': 'ac3',
  'a.aiff': 'pcm_s16be',
  'big-endian.mov': 'pcm_s16be',
  'a.au': 'pcm_s16be',
  'a.ts': 'mp2',
  'a.wma': 'wmav2',
  'a.wv': 'wavpack',
  'a.tta': 'tta',
};

t.test('The player plays what Debian’s ffmpeg decodes from a single file', async t => {
  const server = await startAudioServer();
  t.teardown(() => server.close());
  const { player, log, load } = createRig(t);
  await player.start(log.add);
  for (const [name, encoder] of Object.entries(PLAYED)) {
    const file = encode(t, name, encoder);
    if (file === null) {
      t.comment(`${name}: this ffmpeg cannot make it (${encoder})`);
      continue;
    }
    const loadId = await load({ url: server.put(name, file) });
    await log.next('player.started', loadId);
    const { positionMs } = await log.next('player.ended', loadId);
    t.ok(Math.abs(positionMs - SECONDS * 1_000) < 300, `${name} ended at ${positionMs}`);
  }
  t.notOk(log.all.some(({ type }) => type === 'player.failed'));
});

const REFUSED = {
  'a.nut': 'flac',
  'a.avi': 'libmp3lame',
  'a.voc': 'pcm_u8',
};

t.test('The player refuses other containers, well-formed as they are', async t => {
  const server = await startAudioServer();
  t.teardown(() => server.close());
  const { player, log, load } = createRig(t);
  await player.start(log.add);
  for (const [name, encoder] of Object.entries(REFUSED)) {
    const file = encode(t, name, encoder);
    if (file === null) {
      t.comment(`${name}: this ffmpeg cannot make it (${encoder})`);
      continue;
    }
    const loadId = await load({ url: server.put(name, file) });
    t.match(await log.next('player.failed', loadId), { fault: 'undecodable' }, name);
  }
  t.notOk(log.all.some(({ type }) => type === 'player.started'));
});
