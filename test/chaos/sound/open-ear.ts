import { hasProgram } from '../../bench/frame/machine.js';
import { startSoundServer } from '../../bench/rig/sound-server.js';
import type { Front } from '../stage/front.js';
import type { Ear } from './ear.js';
import { startSinkEar } from './sink-ear.js';
import { startSocketEar } from './socket-ear.js';

const SINK = 'chaos';

/** An ear, and the agent's environment that has it sound there. */
export interface Listening {
  readonly ear: Ear;
  readonly environment: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** Listens at a sound server, or by mpv's own position where there is none, or none is wanted. */
export async function openEar(
  {
    folder,
    runtimeDir,
    nosink,
  }: Readonly<Record<'folder' | 'runtimeDir', string>> & { readonly nosink: boolean },
  front: Front,
): Promise<Listening> {
  if (nosink || !hasProgram('pulseaudio') || !hasProgram('parec')) {
    const ear = startSocketEar(runtimeDir, address => front.itemAt(address));
    return { ear, environment: { TONEARM_AUDIO_OUTPUT: 'null' }, stop: () => ear.stop() };
  }
  const server = await startSoundServer(folder);
  await server.addSink(SINK);
  const ear = await startSinkEar(server, SINK, () => ({ items: front.items.length, clips: front.clips }));
  return {
    ear,
    environment: { TONEARM_AUDIO_OUTPUT: 'pulse', ...server.environment(SINK) },
    async stop() {
      await ear.stop();
      await server.stop();
    },
  };
}
