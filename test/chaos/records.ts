import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readRecord } from '../../src/cli/doctor/record.js';
import type { PublicState } from '../../src/contract/public-state.js';
import { createRandom } from '../../src/sandbox/random.js';
import { stationOf } from '../bench/rig/agent.js';
import { startSoundServer } from '../bench/rig/sound-server.js';
import { FAULTS } from './faults/all.js';
import { buildTestbed, type Testbed } from './stage/testbed.js';
import { removeFolder } from '../fakes/machine/remove-folder.js';

/** Longer than any back-off. */
const PATIENCE_MS = 100_000;
/** A fault is over once sound has lasted so long. */
const STEADY_MS = 3_500;

/** One fault in the life of an agent, from its start until sound is steady again, or nothing more comes. */
interface Scene {
  readonly name: string;
  readonly profile?: 'core' | 'full';
  /** Of every track. */
  readonly seconds?: number;
  readonly environment?: (folder: string) => Readonly<Record<string, string>>;
  readonly happens: (testbed: Testbed, folder: string) => Promise<unknown>;
}

type Reason = PublicState['silenceReason'];

const isSilentFor = (testbed: Testbed, ...reasons: Reason[]) =>
  until(() => reasons.includes(testbed.phone.state?.silenceReason ?? null));

/** One of the faults that chaos draws, for so long. */
const fault =
  (name: string, lastsMs = 0) =>
  async (testbed: Testbed): Promise<void> => {
    const found = FAULTS.find(one => one.name === name);
    if (found === undefined) throw new RangeError(`there is no fault "${name}"`);
    const { end } = await found.begin(testbed, createRandom(name));
    await sleep(lastsMs);
    await end();
    await sleep(500);
    await untilSteady(testbed);
  };

const SCENES: readonly Scene[] = [
  { name: 'player-killed', happens: fault('mpv killed') },
  { name: 'player-hung', happens: fault('mpv stopped for good', 4_000) },
  {
    name: 'device-gone',
    // No sound server is there yet.
    environment: folder => ({
      TONEARM_AUDIO_OUTPUT: 'pulse',
      PULSE_SERVER: `unix:${join(folder, 'pulse', 'native')}`,
      PULSE_SINK: 'back',
    }),
    async happens(testbed, folder) {
      await isSilentFor(testbed, 'audioDeviceUnavailable');
      const server = await startSoundServer(folder);
      await server.addSink('back');
      await untilSteady(testbed);
      await server.stop();
    },
  },
  { name: 'address-refused', happens: testbed => fault('audio 403', 3_000)(cutting(testbed)) },
  { name: 'address-gone', happens: testbed => fault('audio 404', 2_000)(cutting(testbed)) },
  { name: 'address-lapsed', happens: fault('addresses lapsed') },
  { name: 'address-cut', happens: fault('audio cut', 9_000), seconds: 6 },
  { name: 'offline', happens: fault('service and audio refused', 8_000), seconds: 6 },
  { name: 'answer-lost', happens: fault('answers lost', 8_000), seconds: 6 },
  { name: 'service-error', happens: fault('status 500', 8_000), seconds: 6 },
  { name: 'source-forgotten', happens: fault('source forgotten', 8_000), seconds: 6 },
  {
    name: 'taken-over',
    seconds: 6,
    profile: 'full',
    async happens(testbed) {
      // Right after a play the stream is claimed back.
      await sleep(11_000);
      testbed.device.interrupt('takenOver');
      await isSilentFor(testbed, 'takenOver');
      await testbed.act('player.play');
      await untilSteady(testbed);
    },
  },
  {
    name: 'pairing-ended',
    seconds: 6,
    async happens(testbed) {
      testbed.sandbox.revokeTokens();
      await isSilentFor(testbed, 'notPaired');
      await testbed.pair();
      await testbed.act('player.play');
      await untilSteady(testbed);
    },
  },
  {
    name: 'item-undecodable',
    seconds: 6,
    profile: 'full',
    async happens(testbed) {
      testbed.front.audio = { kind: 'rubbish' };
      await until(() => testbed.phone.notices.some(({ code }) => code === 'itemUnplayable'));
      testbed.front.audio = { kind: 'none' };
      await untilSteady(testbed);
    },
  },
];

/** What has been fetched is not asked for again: the audio under way breaks off when the fault begins. */
function cutting(testbed: Testbed): Testbed {
  queueMicrotask(() => testbed.front.cutAudio());
  return testbed;
}

async function until(isSo: () => boolean): Promise<void> {
  const lastMs = performance.now() + PATIENCE_MS;
  while (!isSo()) {
    if (performance.now() > lastMs) throw new Error('what was waited for has not come');
    await sleep(50);
  }
}

async function untilSteady(testbed: Testbed): Promise<void> {
  let sinceMs: number | null = null;
  await until(() => {
    sinceMs = testbed.phone.state?.silenceReason === null ? (sinceMs ?? performance.now()) : null;
    return sinceMs !== null && performance.now() - sinceMs > STEADY_MS;
  });
}

/** Has each fault happen to an agent of its own, and writes what its flight recorder holds: `NAME.record` in `folder`. */
export async function makeRecords(folder: string, only: readonly string[]): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const meant = SCENES.filter(({ name }) => only.length === 0 || only.some(word => name.includes(word)));
  for (const scene of meant) {
    console.log(scene.name);
    writeFileSync(join(folder, `${scene.name}.record`), `${(await act(scene)).join('\n')}\n`);
  }
}

async function act({
  profile = 'core',
  seconds = 30,
  environment,
  happens,
}: Scene): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tonearm-record-'));
  const testbed = await buildTestbed({
    ...{ folder, profile, seconds, nosink: true, say: () => undefined },
    ...(environment !== undefined && { environment: environment(folder) }),
  });
  try {
    // What comes faster than it sounds is all there before anything can happen to it.
    testbed.front.audio = { kind: 'none', pace: 1.6 };
    await until(() => testbed.phone.state !== null);
    await testbed.act('player.play', { sourceId: stationOf(testbed.sandbox) });
    if (environment === undefined) await untilSteady(testbed);
    await happens(testbed, folder);
    const record = await readRecord(join(folder, 'run', 'control.sock'));
    if (record === null) throw new Error('the agent does not tell its record');
    return record.lines;
  } finally {
    await testbed.stop();
    removeFolder(folder);
  }
}
