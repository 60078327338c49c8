/** A rig whose every piece is one tone, so that a recording tells how loud it was at each moment. */
import type { Test } from 'tap';
import { type AudioFile, createOddHost, makeFile } from '../../fakes/audio/odd-host.js';
import { createRig, type Rig } from './rig.js';

/** Whole waves of it fit into a window of the measurement. */
export const MUSIC_HZ = 400;

const TRACK_SECONDS = 60;

export function makeWave(t: Test, name: string, hertz: number, seconds: number): AudioFile {
  return makeFile(t, name, `sine=${hertz}:r=48000:d=${seconds}`, ['--oac=flac']);
}

export async function createToneRig(t: Test): Promise<Rig> {
  const host = await createOddHost(t, [makeWave(t, 'music.flac', MUSIC_HZ, TRACK_SECONDS)]);
  const rig = await createRig(t, { publicUrl: host.url, trackSeconds: TRACK_SECONDS });
  host.upstream = rig.sandbox.url;
  return rig;
}

export function median(of: readonly number[]): number {
  return [...of].sort((a, b) => a - b)[Math.floor(of.length / 2)] ?? 0;
}
