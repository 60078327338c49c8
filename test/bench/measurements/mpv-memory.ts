import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BenchService, startBenchService } from '../rig/service.js';
import { startBareMpv } from '../floors/bare-mpv.js';
import { hasProgram } from '../frame/machine.js';
import type { Context, Measurement } from '../frame/measurement.js';
import { toFigure } from '../frame/table.js';
import { albumOf, startAgent } from '../rig/agent.js';
import { memoryOf } from '../rig/processes.js';
import { startSoundServer } from '../rig/sound-server.js';
import type { Format } from '../sound/tone.js';

const SECONDS = 240;

interface Memory {
  readonly residentMiB: number;
  readonly ownMiB: number;
}

/** Where each is at its most, not all at the same time. */
interface Most {
  readonly mpv: Memory;
  /** Agent and mpv, of the same moment. */
  readonly both: Memory;
}

const MOST_MIB: Most = { mpv: { residentMiB: 80, ownMiB: 34 }, both: { residentMiB: 140, ownMiB: 55 } };

const sum = (a: Memory, b: Memory): Memory => ({
  residentMiB: a.residentMiB + b.residentMiB,
  ownMiB: a.ownMiB + b.ownMiB,
});
const higher = (a: Memory, b: Memory): Memory => ({
  residentMiB: Math.max(a.residentMiB, b.residentMiB),
  ownMiB: Math.max(a.ownMiB, b.ownMiB),
});

/** The most that was held while mpv played, sought to the end, had the next item in hand and changed to it. */
async function measure(
  context: Context,
  service: BenchService,
  { name, environment }: { readonly name: string; readonly environment: Record<string, string> },
): Promise<Most> {
  const agent = await startAgent({
    folder: join(context.folder, name),
    serviceUrl: service.url,
    sandbox: service.sandbox,
    environment,
  });
  const pids = [agent.child.pid, agent.mpvPid()] as const;
  let most: Most = { mpv: memoryOf(pids[1]), both: sum(memoryOf(pids[0]), memoryOf(pids[1])) };
  const look = setInterval(() => {
    const [own, mpv] = [memoryOf(pids[0]), memoryOf(pids[1])];
    most = { mpv: higher(most.mpv, mpv), both: higher(most.both, sum(own, mpv)) };
  }, 100);
  try {
    await agent.client.call('player.play', { sourceId: albumOf(service.sandbox) });
    for (const index of [0, 1]) {
      await agent.whenState(
        'the track',
        ({ item, silenceReason }) => item?.index === index && silenceReason === null,
      );
      await sleep(5_000);
      await agent.client.call('player.seek', { positionMs: (SECONDS - 12) * 1_000 });
    }
    await agent.whenState(
      'the third',
      ({ item, silenceReason }) => item?.index === 2 && silenceReason === null,
    );
    await sleep(3_000);
  } finally {
    clearInterval(look);
    await agent.stop();
  }
  return most;
}

export const mpvMemory: Measurement = {
  name: 'mpv-memory',
  title: 'Memory of mpv',
  about:
    'Maximum resident and private (unshared) memory in MiB of the agent’s mpv, and of agent and mpv together, read ten times a second while it plays four-minute tracks: it seeks near the end, loads the next track and goes on to it, twice. A bare mpv runs beside it, as the bench’s Node runs beside the agent, so that pages shared by all processes of a program do not count as private.',
  async run(context) {
    const server = await startSoundServer(context.folder);
    context.later(() => server.stop());
    await server.addSink('memory');
    const service = await startBenchService({ trackSeconds: SECONDS });
    context.later(() => service.stop());
    const outputs = {
      null: { TONEARM_AUDIO_OUTPUT: 'null' },
      pulse: { ...server.environment('memory'), TONEARM_AUDIO_OUTPUT: 'pulse' },
    };
    const formats: readonly Format[] = hasProgram('ffmpeg') ? ['wav', 'mp3'] : ['wav'];
    const bare = await startBareMpv({ folder: context.folder, environment: {}, audioOutput: 'null' });
    context.later(() => bare.stop());
    const rows: { what: string; most: Most }[] = [];
    for (const format of formats) {
      service.sound = () => ({ format, rate: 44_100, seconds: SECONDS });
      service.prepare(3);
      for (const [output, environment] of Object.entries(outputs)) {
        context.say(`${format}, output ${output}`);
        const most = await measure(context, service, { name: `${format}-${output}`, environment });
        rows.push({ what: `${format.toUpperCase()}, output ${output}`, most });
      }
    }
    return {
      verdicts: rows.flatMap(({ what, most }) =>
        (['mpv', 'both'] as const).flatMap(who =>
          (['residentMiB', 'ownMiB'] as const).map(kind => ({
            what: `${who === 'mpv' ? 'mpv' : 'agent and mpv'}, ${kind === 'ownMiB' ? 'private' : 'resident'}, ${what}`,
            target: `≤ ${MOST_MIB[who][kind]} MiB`,
            figure: `${toFigure(most[who][kind])} MiB`,
            share: most[who][kind] / MOST_MIB[who][kind],
          })),
        ),
      ),
      tables: [
        {
          title: 'Maximum, MiB',
          table: {
            head: ['what', 'mpv: resident', 'mpv: private', 'both: resident', 'both: private'],
            rows: rows.map(({ what, most: { mpv, both } }) => [
              what,
              ...[mpv, both].flatMap(({ residentMiB, ownMiB }) => [residentMiB, ownMiB]),
            ]),
          },
        },
      ],
      notes: [],
    };
  },
};
