import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BenchService, startBenchService } from '../rig/service.js';
import { startBareMpv } from '../floors/bare-mpv.js';
import { hasProgram } from '../frame/machine.js';
import type { Context, Measurement } from '../frame/measurement.js';
import { startMpd } from '../peers/mpd.js';
import { startAgent, stationOf } from '../rig/agent.js';
import { startRecorder } from '../rig/recorder.js';
import { type SoundServer, startSoundServer } from '../rig/sound-server.js';
import { type Heard, listen } from '../sound/listening.js';
import { type Cell, type Row, SECONDS, toOutcome, toRates } from './gap-outcome.js';

const LATENCIES = [0, 50, 200, 500, 1_000];
/** Of the pieces. */
const AVERAGE_MS = (SECONDS - 0.3) * 1_000;
/** Of the latency: longer than gaps are on average. */
const GAP = 0.5;

/** Plays `count` pieces into `sink` and resolves when they are over, or enough of them. */
type Performer = (stage: {
  readonly sink: string;
  readonly folder: string;
  readonly cell: Cell;
  readonly pieces: number;
  readonly server: SoundServer;
}) => Promise<{ readonly service: BenchService; readonly stop: () => Promise<void> }>;

/** Services say whole seconds; their files are a little shorter. */
function tune(service: BenchService, { latencyMs, isMixed }: Cell): void {
  service.sound = index => ({
    format: 'wav',
    rate: isMixed && index % 2 === 1 ? 48_000 : 44_100,
    seconds: SECONDS - ((index % 3) * 3) / 10,
  });
  service.audioLatencyMs = latencyMs;
  service.setServiceLatency(latencyMs);
}

const agentPerformer =
  (profile: 'core' | 'full'): Performer =>
  async ({ sink, folder, cell, server }) => {
    const service = await startBenchService({ trackSeconds: SECONDS, profile });
    const agent = await startAgent({
      folder,
      serviceUrl: service.url,
      sandbox: service.sandbox,
      environment: {
        ...server.environment(sink),
        TONEARM_AUDIO_OUTPUT: 'pulse',
        TONEARM_SERVICE_PROFILE: profile,
      },
    });
    tune(service, cell);
    await agent.client.call('player.play', { sourceId: stationOf(service.sandbox) });
    return {
      service,
      async stop() {
        await agent.stop();
        await service.stop();
      },
    };
  };

const floorPerformer: Performer = async ({ sink, folder, cell, pieces, server }) => {
  const service = await startBenchService();
  tune(service, cell);
  const mpv = await startBareMpv({ folder, environment: server.environment(sink), audioOutput: 'pulse' });
  for (let at = 0; at < pieces + 2; at += 1) mpv.send('loadfile', service.toneUrl(at), 'append-play');
  return {
    service,
    async stop() {
      await mpv.stop();
      await service.stop();
    },
  };
};

const mpdPerformer: Performer = async ({ sink, folder, cell, pieces, server }) => {
  const service = await startBenchService();
  tune(service, cell);
  const mpd = await startMpd({ folder, environment: server.environment(sink), sink });
  const adds = Array.from({ length: pieces + 2 }, (_, at) => `add "${service.toneUrl(at)}?.wav"`);
  await mpd.command(...adds, 'play');
  return {
    service,
    async stop() {
      await mpd.stop();
      await service.stop();
    },
  };
};

const PERFORMERS: Readonly<Record<string, Performer>> = {
  'Tonearm, core': agentPerformer('core'),
  'Tonearm, full': agentPerformer('full'),
  'bare mpv': floorPerformer,
  MPD: mpdPerformer,
};

export const gap: Measurement = {
  name: 'gap',
  title: 'Gap between tracks',
  about:
    'Plays continuous tones of different pitches, each three seconds long at most, one after the other into a null sink of PulseAudio, records its monitor, and counts the silent samples between two pitches (milliseconds). The latency applies to every response of the service and of the audio server. There are twenty transitions (`--transitions`), or five with `--quick`; the four players of a row play at the same time. Takes about ten minutes, or three with `--quick`.',
  async run(context) {
    const server = await startSoundServer(context.folder);
    context.later(() => server.stop());
    const transitions = context.flag('transitions', 20);
    const names = Object.keys(PERFORMERS).filter(name => name !== 'MPD' || hasProgram('mpd'));
    const rows: Row[] = [];
    for (const isMixed of [false, true]) {
      for (const latencyMs of LATENCIES) {
        const cell = { latencyMs, isMixed };
        context.say(`${toRates(cell)}, latency ${latencyMs} ms`);
        const recordings = await Promise.all(
          names.map(async name => ({
            name,
            samples: await record(context, server, { name, cell, transitions }).catch(toReason),
          })),
        );
        // Only now: it keeps this process, in which the service answers, for as long as a whole piece.
        for (const { name, samples } of recordings)
          rows.push({
            name,
            cell,
            heard: typeof samples === 'string' ? samples : hear(samples, transitions),
          });
      }
    }
    return toOutcome(rows, transitions);
  },
};

function toReason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function hear(samples: Int16Array, transitions: number): Heard {
  const heard = listen(samples);
  return { ...heard, passages: heard.passages.slice(0, transitions) };
}

/** Returns the samples of a performance, of somewhat more than so many transitions. */
async function record(
  context: Context,
  server: SoundServer,
  { name, cell, transitions }: { readonly name: string; readonly cell: Cell; readonly transitions: number },
): Promise<Int16Array> {
  const sink = `gap${Object.keys(PERFORMERS).indexOf(name)}x${cell.latencyMs}x${cell.isMixed ? 2 : 1}`;
  const folder = join(context.folder, sink);
  mkdirSync(folder);
  const number = await server.addSink(sink);
  const recorder = await startRecorder(server, sink);
  const performer = PERFORMERS[name];
  if (performer === undefined) throw new Error(`nobody is called ${name}`);
  const pieces = transitions + 1;
  try {
    recorder.rewind();
    const begun = recorder.sound(performance.now(), 40_000);
    begun.catch(() => undefined);
    const playing = await performer({ sink, folder, cell, pieces, server });
    try {
      await begun;
      await sleep(pieces * (AVERAGE_MS + cell.latencyMs * GAP));
      return recorder.take().samples;
    } finally {
      await playing.stop();
    }
  } finally {
    await recorder.stop();
    await server.removeSink(number);
  }
}
