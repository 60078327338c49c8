import { setTimeout as sleep } from 'node:timers/promises';
import { type BareMpv, startBareMpv } from '../floors/bare-mpv.js';
import { createRoundTrip } from '../floors/round-trip.js';
import type { Context, Measurement, Outcome, Verdict } from '../frame/measurement.js';
import { median } from '../frame/statistics.js';
import { SUMMARY_HEAD, summaryCells, toFigure } from '../frame/table.js';
import { albumOf, stationOf } from '../rig/agent.js';
import { type Recorder, startRecorder } from '../rig/recorder.js';
import { setStage, type Stage } from '../rig/stage.js';
import { pitchesOf, toMs } from '../sound/listening.js';
import { frequencyOf, TURN } from '../sound/tone.js';
import { openOnce } from './play.js';

const SECONDS = 60;
const STEADY_MS = 20;
/** Longer than the pauses in which it is to be kept. */
const RELEASE_S = 2;
const CLOCK = new URL('../probes/clock.js', import.meta.url).href;

interface Series {
  readonly what: string;
  readonly target: string;
  readonly latencyMs: number;
  readonly agentMs: readonly number[];
  readonly floorMs: readonly number[];
  /** The most that may be taken; null where nothing is asked. */
  readonly limitMs: number | null;
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

async function measureNext(hall: Hall, settleMs: number): Promise<[number[], number[]]> {
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

/** What has become of it all in the pause. */
type Pause = 'short' | 'released' | 'lapsed';

async function measureResume(hall: Hall, pause: Pause): Promise<[number[], number[]]> {
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

async function measureSeek(hall: Hall): Promise<[number[], number[]]> {
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
    'From a phone’s command to the first sample of what it asks for, in the sound server’s recording (milliseconds; WAV of a minute, next and seek told apart by pitch). Floor of next: one GraphQL round trip and a bare mpv opening an address; of a resume with a lapsed address likewise, at the same kind of place within the piece; of seek: a bare mpv that seeks.',
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
      service.sound = () => ({ format: 'wav', rate: 44_100, seconds: SECONDS });
      service.prepare(12);
      service.audioLatencyMs = latencyMs;
      service.setServiceLatency(latencyMs);
      const trips = await collect(10, hall.roundTrip);
      const add = (what: string, target: string, limit: (floorMs: number) => number | null) => {
        return ([agentMs, floorMs]: [number[], number[]]): void => {
          series.push({ what, target, latencyMs, agentMs, floorMs, limitMs: limit(median(floorMs)) });
        };
      };
      add('next, at once', '≤ floor + 25 ms', ms => ms + 25)(await measureNext(hall, 700));
      add(
        'next, after 6 s',
        '≤ round trip + 60 ms',
        () => median(trips) + 60,
      )(await measureNext(hall, 6_000));
      add('resume, address good', '≤ 60 ms', () => 60)(await measureResume(hall, 'short'));
      add('resume, sound device let go', '≤ 150 ms', () => 150)(await measureResume(hall, 'released'));
      add('resume, address lapsed', '≤ floor + 25 ms', ms => ms + 25)(await measureResume(hall, 'lapsed'));
      add('seek', '–', () => null)(await measureSeek(hall));
    }
    return toOutcome(series);
  },
};

async function collect(count: number, take: () => Promise<number>): Promise<number[]> {
  const taken: number[] = [];
  for (let turn = 0; turn < count; turn += 1) taken.push(await take());
  return taken;
}

function toOutcome(series: readonly Series[]): Outcome {
  const judged = series.filter(({ limitMs }) => limitMs !== null);
  return {
    verdicts: judged.map(
      ({ what, target, latencyMs, agentMs, limitMs }): Verdict => ({
        what: `${what}, latency ${latencyMs} ms`,
        target: `${target} = ${toFigure(limitMs ?? Number.NaN)}`,
        figure: `${toFigure(median(agentMs))} ms`,
        reached: median(agentMs) <= (limitMs ?? Infinity),
      }),
    ),
    tables: [
      {
        title: 'Milliseconds to sound',
        table: {
          head: ['command', 'latency', 'who', ...SUMMARY_HEAD],
          rows: series.flatMap(({ what, latencyMs, agentMs, floorMs }) => [
            [what, `${latencyMs} ms`, 'Tonearm', ...summaryCells(agentMs)],
            ...(floorMs.length === 0 ? [] : [[what, `${latencyMs} ms`, 'floor', ...summaryCells(floorMs)]]),
          ]),
        },
      },
    ],
    notes: [
      '“Next, after 6 s” presses next when the item has played long enough to have the one after it in hand (the service’s `peek`).',
      'A lapsed address: the agent’s steady clock is set five minutes ahead while it is paused, and the service forgets the address.',
    ],
  };
}
