import { setTimeout as sleep } from 'node:timers/promises';
import { type BareMpv, startBareMpv } from '../floors/bare-mpv.js';
import { createRoundTrip } from '../floors/round-trip.js';
import { hasProgram } from '../frame/machine.js';
import type { Measurement, Outcome } from '../frame/measurement.js';
import { median } from '../frame/statistics.js';
import { SUMMARY_HEAD, summaryCells, toFigure } from '../frame/table.js';
import { stationOf } from '../rig/agent.js';
import { type Recorder, startRecorder } from '../rig/recorder.js';
import { setStage, type Stage } from '../rig/stage.js';
import { type Format, FORMATS } from '../sound/tone.js';

const LATENCIES = [0, 200];
/** Beyond the floor. */
const MOST_MS = 18;

interface Row {
  readonly format: Format;
  readonly latencyMs: number;
  readonly agentMs: readonly number[];
  readonly floorMs: readonly number[];
  /** Requests to the audio server for one choice. */
  readonly requests: number;
}

export const play: Measurement = {
  name: 'play',
  title: 'From a phone’s choice to sound',
  about:
    'Time from `player.play {sourceId}` while stopped to the first non-silent sample in the sound server’s recording (milliseconds). Floor, alternating with the agent: one GraphQL round trip of the same operation, and a bare mpv with the agent’s options opening the same address.',
  async run(context) {
    const stage = await setStage(context, { sandbox: { trackSeconds: 60 } });
    await stage.server.addSink('floor');
    const floorRecorder = await startRecorder(stage.server, 'floor');
    context.later(() => floorRecorder.stop());
    const environment = stage.server.environment('floor');
    const mpv = await startBareMpv({ folder: context.folder, environment, audioOutput: 'pulse' });
    context.later(() => mpv.stop());
    const roundTrip = createRoundTrip(stage.service);
    const formats = FORMATS.filter(format => format === 'wav' || hasProgram('ffmpeg'));
    const rows: Row[] = [];
    for (const format of formats) {
      for (const latencyMs of LATENCIES) {
        context.say(`${format}, latency ${latencyMs} ms`);
        stage.service.sound = () => ({ format, rate: 44_100, seconds: 60 });
        stage.service.prepare(1);
        stage.service.audioLatencyMs = latencyMs;
        stage.service.setServiceLatency(latencyMs);
        const agentMs: number[] = [];
        const floorMs: number[] = [];
        let requests = 0;
        for (let turn = 0; turn < context.flag('repeats', 12); turn += 1) {
          const before = stage.service.audioRequests;
          agentMs.push(await playOnce(stage, turn));
          requests = stage.service.audioRequests - before;
          floorMs.push((await roundTrip()) + (await openOnce(mpv, floorRecorder, stage.service.toneUrl(0))));
        }
        // The first one warms up: the file is made, connections are opened.
        rows.push({ format, latencyMs, agentMs: agentMs.slice(1), floorMs: floorMs.slice(1), requests });
      }
    }
    return toOutcome(rows);
  },
};

async function playOnce({ agent, recorder, service }: Stage, turn: number): Promise<number> {
  const sourceId = stationOf(service.sandbox, turn % 2);
  const from = performance.now();
  const sound = recorder.sound(from);
  await Promise.all([sound, agent.client.call('player.play', { sourceId })]);
  await sleep(200);
  await agent.client.call('player.stop', {});
  await recorder.silence(300);
  return (await sound) - from;
}

/** Opens an address in a bare player, at a place in seconds, and stops it again. */
export async function openOnce(
  mpv: BareMpv,
  recorder: Recorder,
  url: string,
  startS?: number,
): Promise<number> {
  const from = performance.now();
  const sound = recorder.sound(from);
  mpv.open(url, startS);
  const at = await sound;
  await sleep(200);
  mpv.send('stop');
  await recorder.silence(300);
  return at - from;
}

function toOutcome(rows: readonly Row[]): Outcome {
  return {
    verdicts: rows.map(({ format, latencyMs, agentMs, floorMs }) => {
      const over = median(agentMs) - median(floorMs);
      return {
        what: `${format.toUpperCase()}, latency ${latencyMs} ms`,
        target: `≤ floor + ${MOST_MS} ms`,
        figure: `floor ${over < 0 ? '−' : '+'} ${toFigure(Math.abs(over))} ms`,
        share: over / MOST_MS,
        floor: `${toFigure(median(floorMs))} ms`,
      };
    }),
    tables: [
      {
        title: 'Milliseconds to first sound',
        table: {
          head: ['format', 'latency', 'who', ...SUMMARY_HEAD, 'audio requests'],
          rows: rows.flatMap(({ format, latencyMs, agentMs, floorMs, requests }) => [
            [format.toUpperCase(), `${latencyMs} ms`, 'Tonearm', ...summaryCells(agentMs), String(requests)],
            [format.toUpperCase(), `${latencyMs} ms`, 'floor', ...summaryCells(floorMs), ''],
          ]),
        },
      },
    ],
    notes: [
      'Each file lasts one minute.',
      'mpv fills 10 MiB with zeros for each file that it opens, to recognise its format. The agent’s mpv returns that memory afterwards (`src/player/process/program.ts`), the floor’s keeps it: the difference includes the first use of 10 MiB, whose cost is named below.',
    ],
  };
}
