import type { Test } from 'tap';
import type { SandboxOptions } from '../../../src/sandbox/sandbox.js';
import { type SoundServer, startSoundServer } from '../../bench/rig/sound-server.js';
import { createRig, type Testbed, type Rig } from './rig.js';
import { type Watched, watchTimers } from './watched.js';
import { createShortFolder } from './fault-row.js';

export interface Room extends Testbed {
  readonly rig: Rig;
  readonly sound: SoundServer;
  readonly sink: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly timers: Watched['timers'];
}

/** The whole program, sounding into a real sound server; the device is let go after a second of pause. */
export async function createRoom(
  t: Test,
  sandbox: SandboxOptions = {},
  more: Readonly<Record<string, string>> = {},
): Promise<Room> {
  const rig = await createRig(t, { trackSeconds: 60, ...sandbox });
  const sound = await startSoundServer(createShortFolder(t));
  t.teardown(() => sound.stop());
  const sink = await sound.addSink('room');
  const environment = {
    ...sound.environment('room'),
    TONEARM_AUDIO_OUTPUT: 'pulse',
    TONEARM_AUDIO_RELEASE_SECONDS: '1',
    ...more,
  };
  const { agent, timers } = await watchTimers(rig, environment);
  const token = await rig.pair(agent);
  const phone = await rig.phone(agent, token);
  return { rig, sound, sink, environment, agent, timers, token, phone };
}
