import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BenchService, startBenchService } from '../rig/service.js';
import { hasProgram } from '../frame/machine.js';
import type { Context, Measurement } from '../frame/measurement.js';
import { toFigure } from '../frame/table.js';
import { albumOf, startAgent } from '../rig/agent.js';
import { memoryOf } from '../rig/processes.js';
import { startSoundServer } from '../rig/sound-server.js';
import type { Format } from '../sound/tone.js';

const SECONDS = 240;

/** The most that mpv held while it played, sought to the end, looked ahead and changed to the next track. */
async function measure(
  context: Context,
  service: BenchService,
  { name, environment }: { readonly name: string; readonly environment: Record<string, string> },
): Promise<{ readonly residentMiB: number; readonly ownMiB: number }> {
  const agent = await startAgent({
    folder: join(context.folder, name),
    serviceUrl: service.url,
    sandbox: service.sandbox,
    environment,
  });
  let residentMiB = 0;
  let ownMiB = 0;
  const look = setInterval(() => {
    const now = memoryOf(agent.mpvPid());
    residentMiB = Math.max(residentMiB, now.residentMiB);
    ownMiB = Math.max(ownMiB, now.ownMiB);
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
  return { residentMiB, ownMiB };
}

export const mpvMemory: Measurement = {
  name: 'mpv-memory',
  title: 'Memory of mpv',
  about:
    'The most resident and own (unshared) memory in MiB of the agent’s mpv while it plays tracks of four minutes, is sent near their end, looks ahead and goes on to the next, twice.',
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
    const rows: { what: string; residentMiB: number; ownMiB: number }[] = [];
    for (const format of formats) {
      service.sound = () => ({ format, rate: 44_100, seconds: SECONDS });
      service.prepare(3);
      for (const [output, environment] of Object.entries(outputs)) {
        context.say(`${format}, output ${output}`);
        const most = await measure(context, service, { name: `${format}-${output}`, environment });
        rows.push({ what: `${format.toUpperCase()}, output ${output}`, ...most });
      }
    }
    return {
      verdicts: rows.map(({ what, residentMiB }) => ({
        what,
        target: '≤ 90 MiB',
        figure: `${toFigure(residentMiB)} MiB`,
        reached: residentMiB <= 90,
      })),
      tables: [
        {
          title: 'MiB at most',
          table: {
            head: ['what', 'resident', 'own'],
            rows: rows.map(({ what, residentMiB, ownMiB }) => [what, residentMiB, ownMiB]),
          },
        },
      ],
      notes: [],
    };
  },
};
