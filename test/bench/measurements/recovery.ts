import { setTimeout as sleep } from 'node:timers/promises';
import type { Context, Measurement } from '../frame/measurement.js';
import { percentile } from '../frame/statistics.js';
import { SUMMARY_HEAD, summaryCells, toFigure } from '../frame/table.js';
import { startMpvWith } from '../floors/bare-mpv.js';
import { stationOf } from '../rig/agent.js';
import { type Recorder, startRecorder } from '../rig/recorder.js';
import { AGENT_SINK, setStage, type Stage } from '../rig/stage.js';
import { startSoundServer } from '../rig/sound-server.js';
import { longestSilenceMs } from '../sound/listening.js';
import { sendSignal } from '../../fakes/machine/send-signal.js';

interface Trouble {
  readonly what: string;
  readonly target: string;
  readonly limitMs: number;
  readonly repeats: number;
  /** Resolves with the milliseconds until sound was back. */
  take(stage: Stage, context: Context): Promise<number>;
}

const SECONDS = 240;
/** So much of a file comes before its connection is cut and its address refused. */
const CUT_MS = 3_000;
const OUTAGES_MS = [3_000, 12_000, 90_000];

/** From an act that silences to the sound after the silence. */
async function untilBack(recorder: Recorder, act: () => void): Promise<number> {
  const from = performance.now();
  const quiet = recorder.silence(30);
  act();
  await quiet;
  return (await recorder.sound(from, 90_000)) - from;
}

/** Nothing of the service or its audio answers for a while; measured from its return. */
async function takeOutage({ service, recorder, agent }: Stage, outageMs: number): Promise<number> {
  const refusals = [
    service.sandbox.faults.add('dropRequest', { operation: 'graphql' }),
    service.sandbox.faults.add('dropRequest', { operation: 'audio' }),
  ];
  sendSignal(agent.mpvPid(), 'SIGKILL');
  await recorder.silence(200);
  await sleep(outageMs);
  for (const end of refusals) end();
  const from = performance.now();
  return (await recorder.sound(from, 90_000)) - from;
}

const FLOOR = 'floor: a bare mpv started with the address';

/** What a new process costs at least. */
async function startFloor({ server, service }: Stage, context: Context, floor: Recorder): Promise<number> {
  const from = performance.now();
  const sound = floor.sound(from);
  const mpv = startMpvWith(service.toneUrl(0), {
    folder: context.folder,
    environment: server.environment('floor'),
  });
  const at = await sound;
  await mpv.stop();
  await floor.silence(200);
  return at - from;
}

const TROUBLES: readonly Trouble[] = [
  {
    what: 'mpv killed',
    target: '≤ 0.5 s',
    limitMs: 500,
    repeats: 10,
    take: ({ agent, recorder }) => untilBack(recorder, () => sendSignal(agent.mpvPid(), 'SIGKILL')),
  },
  {
    what: 'mpv hung',
    target: '≤ 3 s',
    limitMs: 3_000,
    repeats: 5,
    take: ({ agent, recorder }) => untilBack(recorder, () => sendSignal(agent.mpvPid(), 'SIGSTOP')),
  },
  {
    what: 'address refused in mid-track, from the last buffered sample',
    target: '≤ 0.5 s',
    limitMs: 500,
    repeats: 5,
    async take({ agent, recorder, service }) {
      const requests = service.audioRequests;
      service.cutOnce(CUT_MS * 44.1 * 4);
      await agent.client.call('player.play', { sourceId: stationOf(service.sandbox) });
      await recorder.sound(performance.now());
      await sleep(CUT_MS / 2);
      recorder.rewind();
      await sleep(CUT_MS / 2 + 5_000);
      if (service.audioRequests < requests + 2) throw new Error('the address was not refused');
      // There need not be any: what the sound server holds may last until the sound is back.
      return longestSilenceMs(recorder.take().samples);
    },
  },
  ...OUTAGES_MS.map((outageMs): Trouble => {
    const limitMs = Math.min(60_000, Math.max(2_000, outageMs));
    return {
      what: `service and audio back after ${outageMs / 1000} s`,
      target: `≤ ${limitMs / 1000} s`,
      limitMs,
      // The long one is there for its limit, which the others do not come near.
      repeats: outageMs > 60_000 ? 1 : 3,
      take: stage => takeOutage(stage, outageMs),
    };
  }),
  {
    what: 'sound server back after 8 s',
    target: '≤ 3 s',
    limitMs: 3_000,
    repeats: 2,
    async take(stage, context) {
      await stage.server.stop();
      await sleep(8_000);
      const server = await startSoundServer(context.folder);
      context.later(() => server.stop());
      await server.addSink(AGENT_SINK);
      const from = performance.now();
      const recorder = await startRecorder(server, AGENT_SINK);
      context.later(() => recorder.stop());
      Object.assign(stage, { server, recorder });
      return (await recorder.sound(from, 60_000)) - from;
    },
  },
];

export const recovery: Measurement = {
  name: 'recovery',
  title: 'Back to sound',
  about:
    'The agent plays a station into a null sink, something fails, and the time until the recording is no longer silent is measured (seconds): from the fault itself, from the last buffered sample, or from the moment at which the missing part is back.',
  async run(context) {
    const stage = {
      ...(await setStage(context, { sandbox: { trackSeconds: SECONDS } })),
    };
    stage.service.sound = () => ({ format: 'wav', rate: 44_100, seconds: SECONDS });
    stage.service.prepare(12);
    await stage.server.addSink('floor');
    const floor = await startRecorder(stage.server, 'floor');
    context.later(() => floor.stop());
    const floorMs: number[] = [];
    const rows: { trouble: Trouble; tookMs: readonly number[] }[] = [];
    for (const trouble of TROUBLES) {
      context.say(trouble.what);
      const tookMs: number[] = [];
      for (let turn = 0; turn < Math.min(trouble.repeats, context.flag('repeats', 10)); turn += 1) {
        await stage.agent.client.call('player.play', {
          sourceId: stationOf(stage.service.sandbox, turn % 2),
        });
        await stage.recorder.sound(performance.now());
        await sleep(2_500);
        const took = await trouble.take(stage, context).catch(() => Infinity);
        context.say(`  ${toFigure(took / 1000)} s`);
        tookMs.push(took);
        if (trouble === TROUBLES[0]) floorMs.push(await startFloor(stage, context, floor));
      }
      rows.push({ trouble, tookMs });
    }
    return {
      verdicts: rows.map(({ trouble, tookMs }) => ({
        what: trouble.what,
        target: trouble.target,
        figure: `worst ${toFigure(percentile(tookMs, 1) / 1000)} s`,
        share: percentile(tookMs, 1) / trouble.limitMs,
        ...(trouble === TROUBLES[0]
          ? { floor: `bare mpv ${toFigure(percentile(floorMs, 1) / 1000)} s` }
          : {}),
      })),
      tables: [
        {
          title: 'Seconds to sound',
          table: {
            head: ['what', ...SUMMARY_HEAD],
            rows: [
              ...rows.map(({ trouble, tookMs }) => [trouble.what, tookMs] as const),
              [FLOOR, floorMs] as const,
            ].map(([what, tookMs]) => [what, ...summaryCells(tookMs.map(ms => ms / 1000))]),
          },
        },
      ],
      notes: [],
    };
  },
};
