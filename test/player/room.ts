import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Test } from 'tap';
import { type SoundServer, startSoundServer } from '../bench/rig/sound-server.js';
import { until } from '../bench/rig/waiting.js';
import { toCodedWav } from '../chaos/sound/coded-tone.js';
import { startSinkEar } from '../chaos/sound/sink-ear.js';
import { type AudioServer, startAudioServer } from '../fakes/audio/server.js';
import { createRig, type Rig } from './rig.js';
import { removeFolder } from '../fakes/machine/remove-folder.js';

/** Of each item. */
export const SECONDS = 40;

export interface Room extends Rig {
  readonly sound: SoundServer;
  readonly audio: AudioServer;
  readonly sink: string;
}

/** A player that sounds into a sink of a real sound server. */
export async function createRoom(t: Test): Promise<Room> {
  const folder = mkdtempSync(join(tmpdir(), 'room-'));
  const sound = await startSoundServer(folder);
  const audio = await startAudioServer();
  t.teardown(async () => {
    await audio.close();
    await sound.stop();
    removeFolder(folder);
  });
  const sink = await sound.addSink('room');
  const environment = { ...process.env, ...sound.environment('room') };
  const rig = createRig(t, { audioOutput: 'pulse', environment });
  await rig.player.start(rig.log.add);
  return { ...rig, sound, audio, sink };
}

export async function letGo(room: Room): Promise<void> {
  await room.player.pause();
  await room.sound.untilHolders(1);
  await room.player.releaseDevice();
  await room.sound.untilHolders(0);
}

/** Items that can be told apart, and the ear that does. */
export async function createCodedRoom(t: Test) {
  const room = await createRoom(t);
  const urls = [0, 1, 2].map(n => room.audio.put(`item-${n}`, toCodedWav(n, SECONDS)));
  const ear = await startSinkEar(room.sound, 'room', () => ({ items: urls.length, clips: 0 }));
  t.teardown(() => ear.stop());
  const [url = '', next = '', other = ''] = urls;
  const loadId = await room.load({ url });
  await room.log.next('player.started', loadId);
  const hears = (n: number, from = 0, since = ear.heard.length) =>
    until(
      `item ${n} from ${from}`,
      () => ear.heard.slice(since).find(heard => heard.n === n && heard.slot >= from) ?? null,
    );
  await hears(0);
  return { ...room, loadId, next, other, ear, hears };
}
