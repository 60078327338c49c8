import { setTimeout as sleep } from 'node:timers/promises';
import { type BareMpv, startBareMpv } from '../floors/bare-mpv.js';
import { createRoundTrip } from '../floors/round-trip.js';
import type { Context, Measurement, Outcome, Verdict } from '../frame/measurement.js';
import { median } from '../frame/statistics.js';
import { SUMMARY_HEAD, summaryCells, toFigure } from '../frame/table.js';
import { albumOf, stationOf } from '../rig/agent.js';
import { type Recorder, startRecorder } from '../rig/recorder.js';
import type { BenchService } from '../rig/service.js';
import { setStage, type Stage } from '../rig/stage.js';
import { pitchesOf, toMs } from '../sound/listening.js';
import { frequencyOf, TURN } from '../sound/tone.js';
import { openOnce } from './play.js';

const SECONDS = 60;
const STEADY_MS = 20;
/** The most beyond what is gone by, and at all. */
const BEYOND_MS = { floor: 20, roundTrip: 30 };
const MOST_MS = { good: 15, released: 150 };
/** Longer than the pauses in which it is to be kept. */
const RELEASE_S = 2;
const CLOCK = new URL('../probes/clock.js', import.meta.url).href;

/** Of the agent, and of its floor. */
type Taken = [number[], number[]];

interface Limit {
  readonly target: string;
  /** The most that may be taken beyond `fromMs`. */
  readonly ms: number;
  readonly fromMs: number;
}

interface Series {
  readonly what: string;
  /** Latencies. */
  readonly at: string;
  readonly agentMs: readonly number[];
  readonly floorMs: readonly number[];
  /** Null where nothing is asked. */
  readonly limit: Limit | null;
}

interface Hall extends Stage {
  readonly context: Context;
  readonly mpv: BareMpv;
  readonly floor: Recorder;
  readonly roundTrip: () => Promise<number>;
}

/** From an act to the first sample of another pitch than the one that sounded (null: of any), a click left out. */
async function untilOther(recorder: Recorder, old: number | null, act: () => unknown): Promise<number> {
  recorder.rewind();
  await sleep(60);
  const from = performance.now();
  act();
  const deadline = from + 8_000;
  for (;;) {
    await sleep(150);
    const { samples, timeOf } = recorder.take();
    const other = pitchesOf(samples).find(
      stretch =>
        stretch.frequency !== old &&
        toMs(stretch.to - stretch.from) >= STEADY_MS &&
        timeOf(stretch.from) >= from,
    );
    if (other !== undefined) return timeOf(other.from) - from;
    if (performance.now() > deadline) throw new Error('nothing else was heard');
  }
}

const currentPitch = ({ agent }: Stage): number => frequencyOf(agent.state().item?.index ?? 0);

async function measureNext(hall: Hall, settleMs: number): Promise<Taken> {
  const { agent, recorder, service, context, mpv, floor, roundTrip } = hall;
  const agentMs: number[] = [];
  const floorMs: number[] = [];
  await agent.client.call('player.play', { sourceId: stationOf(service.sandbox) });
  await recorder.sound(performance.now());
  mpv.send('loadfile', service.toneUrl(0), 'replace');
  for (let turn = 0; turn < context.flag('repeats', 10); turn += 1) {
    await sleep(settleMs);
    agentMs.push(await untilOther(recorder, currentPitch(hall), () => agent.client.call('player.next', {})));
    const opened = await untilOther(floor, frequencyOf(turn), () =>
      mpv.send('loadfile', service.toneUrl(turn + 1), 'replace'),
    );
    floorMs.push((await roundTrip()) + opened);
  }
  mpv.send('stop');
  return [agentMs, floorMs];
}

/** Next, where the item after it is in hand; the floor is told, and not gone by. */
async function measureInHand(hall: Hall, at: string): Promise<Series> {
  const trips: number[] = [];
  for (let turn = 0; turn < 10; turn += 1) trips.push(await hall.roundTrip());
  const limit = {
    target: `≤ round trip + ${BEYOND_MS.roundTrip} ms`,
    ms: BEYOND_MS.roundTrip,
    fromMs: median(trips),
  };
  const [agentMs, floorMs] = await measureNext(hall, 6_000);
  return { what: 'next, after 6 s', at, agentMs, floorMs, limit };
}

function setSound(
  service: BenchService,
  { serviceMs, audioMs }: { readonly serviceMs: number; readonly audioMs: number },
): void {
  service.sound = () => ({ format: 'wav', rate: 44_100, seconds: SECONDS });
  service.prepare(12);
  service.audioLatencyMs = audioMs;
  service.setServiceLatency(serviceMs);
}

/** What has become of it all in the pause. */
type Pause = 'short' | 'released' | 'lapsed';

async function measureResume(hall: Hall, pause: Pause): Promise<Taken> {
  const { agent, recorder, service, context, mpv, floor, roundTrip } = hall;
  const agentMs: number[] = [];
  const floorMs: number[] = [];
  for (let turn = 0; turn < context.flag('repeats', 10); turn += 1) {
    await sleep(400);
    await agent.client.call('player.pause', {});
    await recorder.silence(pause === 'released' ? RELEASE_S * 1_000 + 500 : 400);
    if (pause === 'lapsed') {
      service.sandbox.expireAudioUrls();
      agent.child.process.kill('SIGUSR2');
      await sleep(50);
    }
    agentMs.push(await untilOther(recorder, null, () => agent.client.call('player.play', {})));
    if (pause === 'lapsed')
      floorMs.push((await roundTrip()) + (await openOnce(mpv, floor, service.toneUrl(turn), 3)));
  }
  return [agentMs, floorMs];
}

async function measureSeek(hall: Hall): Promise<Taken> {
  const { agent, recorder, service, context, mpv, floor } = hall;
  service.sound = () => ({ format: 'wav', rate: 44_100, seconds: SECONDS, turns: true });
  service.prepare(1);
  await agent.client.call('player.play', { sourceId: albumOf(service.sandbox) });
  await recorder.sound(performance.now());
  mpv.send('loadfile', service.toneUrl(0), 'replace');
  const agentMs: number[] = [];
  const floorMs: number[] = [];
  const low = frequencyOf(0);
  for (let turn = 0; turn < context.flag('repeats', 10); turn += 1) {
    await sleep(600);
    const isBack = turn % 2 === 1;
    const [positionS, old] = isBack ? [5, low + TURN] : [45, low];
    agentMs.push(
      await untilOther(recorder, old, () =>
        agent.client.call('player.seek', { positionMs: positionS * 1000 }),
      ),
    );
    floorMs.push(await untilOther(floor, old, () => mpv.send('seek', String(positionS), 'absolute+exact')));
  }
  mpv.send('stop');
  return [agentMs, floorMs];
}

export const moves: Measurement = {
  name: 'moves',
  title: 'Next, resume, seek',
  about:
    'Time from a phone’s command to the first sample of the requested sound in the sound server’s recording (milliseconds). The files are one-minute WAV; *next* and *seek* are recognized by pitch. Floor of *next*: one GraphQL round trip and a bare mpv opening an address; of resuming with an expired address: the same, at the same kind of position within the item; of *seek*: a bare mpv that seeks.',
  async run(context) {
    const profile = 'full';
    const stage = await setStage(context, {
      sandbox: { trackSeconds: SECONDS, profile, skipLimit: 10_000 },
      environment: { TONEARM_AUDIO_RELEASE_SECONDS: String(RELEASE_S) },
      nodeWords: ['--import', CLOCK],
    });
    const { service } = stage;
    await stage.server.addSink('floor');
    const floor = await startRecorder(stage.server, 'floor');
    context.later(() => floor.stop());
    const environment = stage.server.environment('floor');
    const mpv = await startBareMpv({ folder: context.folder, environment, audioOutput: 'pulse' });
    context.later(() => mpv.stop());
    const hall: Hall = { ...stage, context, mpv, floor, roundTrip: createRoundTrip(service) };
    const series: Series[] = [];
    for (const latencyMs of [0, 200]) {
      context.say(`latency ${latencyMs} ms`);
      setSound(service, { serviceMs: latencyMs, audioMs: latencyMs });
      const at = `latency ${latencyMs} ms`;
      const add = (what: string, [agentMs, floorMs]: Taken, limit: Limit | null): void =>
        void series.push({ what, at, agentMs, floorMs, limit });
      const beyond = ([, floorMs]: Taken): Limit => ({
        target: `≤ floor + ${BEYOND_MS.floor} ms`,
        ms: BEYOND_MS.floor,
        fromMs: median(floorMs),
      });
      const within = (ms: number): Limit => ({ target: `≤ ${ms} ms`, ms, fromMs: 0 });
      const atOnce = await measureNext(hall, 700);
      add('next, at once', atOnce, beyond(atOnce));
      series.push(await measureInHand(hall, at));
      add('resume, address valid', await measureResume(hall, 'short'), within(MOST_MS.good));
      add('resume, sound device released', await measureResume(hall, 'released'), within(MOST_MS.released));
      const lapsed = await measureResume(hall, 'lapsed');
      add('resume, address expired', lapsed, beyond(lapsed));
      add('seek', await measureSeek(hall), null);
    }
    const slowMs = 500;
    context.say(`audio latency ${slowMs} ms`);
    setSound(service, { serviceMs: 0, audioMs: slowMs });
    series.push(await measureInHand(hall, `audio latency ${slowMs} ms`));
    return toOutcome(series);
  },
};

function toOutcome(series: readonly Series[]): Outcome {
  return {
    verdicts: series.flatMap(({ what, at, agentMs, limit }): readonly Verdict[] => {
      if (limit === null) return [];
      const { target, ms, fromMs } = limit;
      return [
        {
          what: `${what}, ${at}`,
          target,
          figure: `${toFigure(median(agentMs))} ms`,
          share: (median(agentMs) - fromMs) / ms,
          ...(fromMs === 0 ? {} : { floor: `${toFigure(fromMs)} ms` }),
        },
      ];
    }),
    tables: [
      {
        title: 'Milliseconds to sound',
        table: {
          head: ['command', 'latency', 'who', ...SUMMARY_HEAD],
          rows: series.flatMap(({ what, at, agentMs, floorMs }) => [
            [what, at, 'Tonearm', ...summaryCells(agentMs)],
            ...(floorMs.length === 0 ? [] : [[what, at, 'floor', ...summaryCells(floorMs)]]),
          ]),
        },
      },
    ],
    notes: [
      'The share of the limit counts from the floor. For “next, after 6 s” the floor is one GraphQL round trip, so the audio server’s latency does not count.',
      '“Next, after 6 s”: the item has played long enough for the next one to be loaded (the service’s `peek`).',
      'Expired address: while the agent is paused, its steady clock is set five minutes ahead, and the service forgets the address.',
    ],
  };
}
