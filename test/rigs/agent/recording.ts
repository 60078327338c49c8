/** A sink of a sound server of the test's own, and how long something sounded there: evidence that owes nothing to the agent. */
import { once } from 'node:events';
import type { Test } from 'tap';
import { hasProgram } from '../../bench/frame/machine.js';
import { startChild } from '../../bench/rig/child.js';
import { startSoundServer } from '../../bench/rig/sound-server.js';
import { slack } from '../slowness.js';
import { createShortFolder } from './fault-row.js';
import type { Phone } from '../../fakes/phones/phone.js';
import type { Device } from '../../../src/sandbox/playback/device.js';

/** Samples a second. */
export const RECORDED_RATE = 8_000;
/** What is silent for less counts as sound: a tone passes through zero, and music rests. */
const SLOT_MS = 100;
const BYTES_A_SLOT = (RECORDED_RATE * 2 * SLOT_MS) / 1_000;
/** The end may be reported within the last second, and the server holds some sound back. */
const AHEAD_MS = 1_000;
const SLACK_MS = 500;

/** Methods of a listener that move the position without sound, or silence it. */
const JUMPS = /^player\.(seek|replay|next|previous|setMuted|setVolume)$/;

export const skipRecording = ['pulseaudio', 'pactl', 'parec'].every(hasProgram)
  ? false
  : 'no sound server is installed';

export interface Recording {
  /** What makes the program play there. */
  readonly environment: Readonly<Record<string, string>>;
  /** All that was recorded so far: 16 bits, one channel, `RECORDED_RATE` a second. */
  readonly samples: () => Int16Array;
  /** How long something has sounded until now. */
  readonly soundingMs: () => number;
  /** When something sounded first after a moment, both `performance.now()`; null: it has not. */
  readonly firstAfter: (ms: number) => number | null;
  /** The speaker is gone, and whatever played there with it. */
  readonly unplug: () => Promise<void>;
  readonly plug: () => Promise<void>;
}

export async function startRecording(t: Test): Promise<Recording> {
  const server = await startSoundServer(createShortFolder(t));
  t.teardown(() => server.stop());
  let sink = await server.addSink('speaker');
  const environment = server.environment('speaker');
  const words = [
    '--device=speaker.monitor',
    '--format=s16le',
    `--rate=${RECORDED_RATE}`,
    '--channels=1',
    '--raw',
  ];
  let slots = 0;
  let rest: Buffer = Buffer.alloc(0);
  const parts: Buffer[] = [];
  const soundsMs: number[] = [];
  const hear = (data: Buffer): void => {
    parts.push(data);
    if (data.some(byte => byte !== 0)) soundsMs.push(performance.now());
    rest = Buffer.concat([rest, data]);
    for (; rest.length >= BYTES_A_SLOT; rest = rest.subarray(BYTES_A_SLOT))
      if (rest.subarray(0, BYTES_A_SLOT).some(byte => byte !== 0)) slots += 1;
  };
  const listen = async (): Promise<void> => {
    const { process: ear } = startChild('parec', [...words, '--latency-msec=20'], {
      env: environment,
      piped: true,
    });
    t.teardown(() => void ear.kill());
    if (ear.stdout === null) throw new Error('parec has no output');
    ear.stdout.on('data', hear);
    await once(ear.stdout, 'data');
  };
  await listen();
  return {
    environment: { ...environment, TONEARM_AUDIO_OUTPUT: 'pulse' },
    samples() {
      const all = Buffer.concat(parts);
      return new Int16Array(all.buffer, all.byteOffset, Math.floor(all.length / 2));
    },
    soundingMs: () => slots * SLOT_MS,
    firstAfter: ms => soundsMs.find(atMs => atMs > ms) ?? null,
    unplug: () => server.removeSink(sink),
    async plug() {
      sink = await server.addSink('speaker');
      await listen();
    },
  };
}

interface Played {
  /** Playback as the service keeps it. */
  readonly device: Pick<Device, 'reports'>;
}

interface Leniency {
  /** Items that a listener skipped: in profile `core` their full length is reported. */
  readonly skipped?: readonly number[];
  /** Of each item: whole seconds are reported, and may be more. */
  readonly trackSeconds?: number | undefined;
}

/** What was reported beyond what has sounded by now; null: nothing. */
function overstatedIn(
  { device }: Played,
  { soundingMs }: Recording,
  { skipped = [], trackSeconds = Infinity }: Leniency = {},
): string | null {
  const furthest = new Map<number, number>();
  for (const { index, elapsedS } of device.reports)
    furthest.set(index, Math.min(Math.max(elapsedS, furthest.get(index) ?? 0), trackSeconds));
  for (const index of skipped) furthest.delete(index);
  const reportedMs = [...furthest.values()].reduce((sum, seconds) => sum + seconds * 1_000, 0);
  const heardMs = soundingMs();
  if (reportedMs <= heardMs + AHEAD_MS + slack(SLACK_MS)) return null;
  return `${reportedMs} ms were reported, ${heardMs} recorded`;
}

/** Checks that no more was reported than has sounded by now. */
export function checkReported(t: Test, ...of: Parameters<typeof overstatedIn>): void {
  t.equal(overstatedIn(...of), null, 'no more was reported than was recorded');
}

/**
 * Records all that a test plays; the test fails if more than that was reported by the time of `judge`. Not judged: a test in
 * which a listener jumps or mutes, one with an item that cannot be played (its end is reported, or the service would
 * never go on), and one without a sound server.
 */
export async function recordWhole(t: Test, { trackSeconds }: Pick<Leniency, 'trackSeconds'>) {
  if (skipRecording !== false) return null;
  let overstated: string | null = null;
  // Called last, so that everything has ended by then.
  t.teardown(() => {
    if (overstated !== null) throw new Error(overstated);
  });
  const recording = await startRecording(t);
  return {
    environment: recording.environment,
    judge(rig: Played, phones: readonly Phone[]): void {
      const isLenient = phones.some(
        ({ called, seen }) =>
          called.some(method => JUMPS.test(method)) ||
          seen.some(({ state }) => state.notice?.code === 'itemUnplayable'),
      );
      if (!isLenient) overstated = overstatedIn(rig, recording, { trackSeconds });
    },
  };
}
