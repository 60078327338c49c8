import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PublicState } from '../../../src/contract/public-state.js';
import type { Context, Measurement } from '../frame/measurement.js';
import { percentile } from '../frame/statistics.js';
import { seriesTable, toFigure } from '../frame/table.js';
import { albumOf, startAgent } from '../rig/agent.js';
import type { Recording } from '../rig/recorder.js';
import { AGENT_SINK, setStage, type Stage } from '../rig/stage.js';
import { SINK_RATE } from '../rig/sound-server.js';
import { exactPitchOf } from '../sound/listening.js';
import { frequencyOf, SWEEP } from '../sound/tone.js';
import { SECONDS, type Situation, SITUATIONS } from './position-situations.js';

const CLOCK = new URL('../probes/clock.js', import.meta.url).href;
const LIMIT_MS = 40;
/** Frames whose pitch tells a place: ten milliseconds, half of which have passed at their middle. */
const FRAMES = SINK_RATE / 100;
/** Hertz by which the halves of such a piece may differ. */
const STEADY = 10;

/** What a phone was told, and when it came. */
interface Told {
  readonly atMs: number;
  readonly index: number | null;
  readonly silent: boolean;
  readonly position: PublicState['position'];
}

/** What the phones of an agent are told, by the clock of the recording. */
function follow({ agent }: Stage): { readonly told: Told[]; stop(): void } {
  const told: Told[] = [];
  const note = (): void => {
    const { item, position, silenceReason } = agent.state();
    told.push({
      atMs: performance.now(),
      index: item?.index ?? null,
      silent: silenceReason !== null,
      position,
    });
  };
  note();
  return { told, stop: agent.client.onChange(note) };
}

/** The pitch at a place; null where nothing sounds, or the one item stops and the next one begins. */
function pitchAt(samples: Int16Array, from: number): number | null {
  const pitch = exactPitchOf(samples, from, FRAMES);
  const early = exactPitchOf(samples, from, FRAMES / 2);
  return pitch === null || early === null || Math.abs(pitch - early) > STEADY ? null : pitch;
}

/** How far what is heard at a time is from what one was told. */
function distanceOf(
  { index, position: { positionMs, rate, atMs: sinceMs } }: Told,
  atMs: number,
  pitch: number,
): number {
  if (index === null) return Infinity;
  const heardMs = ((pitch - frequencyOf(index)) / SWEEP) * 1000;
  return Math.abs(positionMs + rate * (performance.timeOrigin + atMs - sinceMs) - heardMs);
}

/** By how much the position that a phone computes differs from what is heard, every 20 ms in which something is. */
function errorsOf(recording: Recording, told: readonly Told[], fromMs: number): number[] {
  const { samples, timeOf } = recording;
  // Where the item told changes, its being told too early or too late is the error.
  const changes = told.flatMap((after, at) => {
    const before = told[at - 1];
    return before !== undefined && before.index !== after.index ? [{ before, after }] : [];
  });
  const errors: number[] = [];
  for (let at = 0; at + FRAMES <= samples.length / 2; at += 2 * FRAMES) {
    const atMs = timeOf(at + FRAMES / 2);
    const latest = told.findLast(one => one.atMs <= atMs);
    const pitch = pitchAt(samples, at);
    if (atMs < fromMs || pitch === null || latest === undefined || latest.silent) continue;
    const around = changes.map(({ before, after }) => {
      const other = after.atMs > atMs ? after : before;
      return Math.max(Math.abs(after.atMs - atMs), distanceOf(other, atMs, pitch));
    });
    errors.push(Math.min(distanceOf(latest, atMs, pitch), ...around));
  }
  return errors;
}

async function measure(stage: Stage, { act, listenMs, graceMs }: Situation): Promise<number[]> {
  stage.recorder.rewind();
  const phone = follow(stage);
  await act(stage);
  const fromMs = performance.now() + graceMs;
  await sleep(listenMs);
  phone.stop();
  return errorsOf(stage.recorder.take(), phone.told, fromMs);
}

async function measureAll(stage: Stage, context: Context): Promise<Map<string, number[]>> {
  const all = new Map<string, number[]>();
  for (let turn = 0; turn < Math.min(5, context.flag('repeats', 3)); turn += 1) {
    await stage.agent.client.call('player.setVolume', { volume: 100 });
    await stage.agent.client.call('player.play', { sourceId: albumOf(stage.service.sandbox) });
    await stage.recorder.sound(performance.now());
    await sleep(300);
    for (const situation of SITUATIONS) {
      const errors = await measure(stage, situation);
      context.say(`${situation.what}: worst ${toFigure(percentile(errors, 1))} ms of ${errors.length}`);
      all.set(situation.what, [...(all.get(situation.what) ?? []), ...errors]);
    }
  }
  return all;
}

/** The agent killed while it plays, and started again. */
async function measureRestart(stage: Stage, context: Context): Promise<number[]> {
  const { agent, recorder, server, service } = stage;
  await agent.client.call('player.play', { sourceId: albumOf(service.sandbox) });
  await recorder.sound(performance.now());
  await sleep(3_300);
  agent.client.stop();
  agent.child.process.kill('SIGKILL');
  await recorder.silence(300);
  const next = await startAgent({
    folder: join(context.folder, 'agent'),
    serviceUrl: service.url,
    sandbox: service.sandbox,
    environment: { ...server.environment(AGENT_SINK), TONEARM_AUDIO_OUTPUT: 'pulse' },
  });
  context.later(() => next.stop());
  await recorder.sound(performance.now());
  const again = { what: 'a restart', act: () => Promise.resolve(), listenMs: 3_000, graceMs: 0 };
  return measure({ ...stage, agent: next }, again);
}

export const position: Measurement = {
  name: 'position',
  title: 'Position',
  about:
    'Plays a WAV whose pitch rises continuously, so that each moment of the recording of the null sink identifies its position. Every 20 ms, the position that a phone computes from the last event is compared with it (difference in milliseconds). The recording adds up to 15 ms.',
  async run(context) {
    const stage = await setStage(context, {
      sandbox: { trackSeconds: SECONDS, profile: 'full' },
      nodeWords: ['--import', CLOCK],
    });
    stage.service.sound = () => ({ format: 'wav', rate: 44_100, seconds: SECONDS, sweeps: true });
    stage.service.prepare(3);
    const all = await measureAll(stage, context);
    all.set('a restart after kill -9', await measureRestart(stage, context));
    return {
      verdicts: [...all].map(([what, errors]) => ({
        what,
        target: `worst ≤ ${LIMIT_MS} ms`,
        figure: `worst ${toFigure(percentile(errors, 1))} ms`,
        // Not a number, and so missed, where nothing was heard.
        share: percentile(errors, 1) / LIMIT_MS,
      })),
      tables: [seriesTable('Difference in milliseconds', Object.fromEntries(all), 'after')],
      notes: [],
    };
  },
};
