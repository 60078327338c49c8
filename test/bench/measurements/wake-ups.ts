import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startBenchService } from '../rig/service.js';
import { startBareMpv } from '../floors/bare-mpv.js';
import type { Measurement } from '../frame/measurement.js';
import { toFigure } from '../frame/table.js';
import { startAgent, stationOf } from '../rig/agent.js';
import { type Usage, usageOf } from '../rig/processes.js';
import { startEcho } from '../rig/sockets.js';

interface Load {
  readonly wakeUps: number;
  readonly preemptions: number;
  readonly cpuPercent: number;
}

const COLUMNS = ['wake-ups', 'preemptions', '%'];

/** What processes do over a time, per second. */
async function watch(pids: readonly number[], seconds: number): Promise<readonly Load[]> {
  const before = pids.map(usageOf);
  const from = performance.now();
  await sleep(seconds * 1_000);
  const tookS = (performance.now() - from) / 1_000;
  return pids.map((pid, at) => toLoad(before[at], usageOf(pid), tookS));
}

function toLoad(before: Usage | undefined, after: Usage, seconds: number): Load {
  return {
    wakeUps: (after.sleeps - (before?.sleeps ?? 0)) / seconds,
    preemptions: (after.preemptions - (before?.preemptions ?? 0)) / seconds,
    cpuPercent: ((after.cpuS - (before?.cpuS ?? 0)) / seconds) * 100,
  };
}

export const wakeUps: Measurement = {
  name: 'wake-ups',
  title: 'Wake-ups and processor time',
  about:
    'Context switches a second (of all threads: voluntary ones are wake-ups; the others, preemptions, are the doing of whatever else runs) and percent of one core, over a minute (`--seconds`), without a phone connected: idle and playing four-minute tracks into mpv’s null output, each beside a bare `ws` server and a bare mpv doing the same.',
  async run(context) {
    const service = await startBenchService({ trackSeconds: 240 });
    context.later(() => service.stop());
    service.sound = () => ({ format: 'wav', rate: 44_100, seconds: 240 });
    const folder = join(context.folder, 'agent');
    const agent = await startAgent({ folder, serviceUrl: service.url, sandbox: service.sandbox });
    context.later(() => agent.stop());
    const echo = await startEcho();
    context.later(() => echo.child.stop());
    const mpv = await startBareMpv({ folder: context.folder, environment: {}, audioOutput: 'null' });
    context.later(() => mpv.stop());
    const pids = [agent.child.pid, agent.mpvPid(), echo.child.pid, mpv.child.pid];
    const names = ['Tonearm', 'its mpv', 'bare ws server', 'bare mpv'];
    const seconds = context.flag('seconds', 60);

    agent.client.stop();
    // By then V8 has put away what only the start needed.
    await sleep(30_000);
    const idle = await watch(pids, seconds);
    context.say('playing');
    agent.client.start();
    await agent.client.whenOnline();
    await agent.client.call('player.play', { sourceId: stationOf(service.sandbox) });
    mpv.open(service.toneUrl(0));
    await sleep(5_000);
    agent.client.stop();
    await sleep(5_000);
    const playing = await watch(pids, seconds);

    const [ownIdle] = idle;
    const [ownPlaying] = playing;
    return {
      verdicts: [
        {
          what: 'agent idle',
          target: '≤ 1 wake-up a second',
          figure: `${toFigure(ownIdle?.wakeUps ?? Number.NaN)} a second`,
          reached: (ownIdle?.wakeUps ?? Infinity) <= 1,
        },
        {
          what: 'agent playing',
          target: '≤ 1 % of a core',
          figure: `${toFigure(ownPlaying?.cpuPercent ?? Number.NaN)} %`,
          reached: (ownPlaying?.cpuPercent ?? Infinity) <= 1,
        },
      ],
      tables: [
        {
          title: 'Wake-ups and preemptions a second, percent of a core',
          table: {
            head: [
              'process',
              ...['idle', 'playing'].flatMap(one => COLUMNS.map(column => `${one}: ${column}`)),
            ],
            rows: names.map((name, at) => [
              name,
              ...[idle[at], playing[at]].flatMap(load => [
                load?.wakeUps ?? Number.NaN,
                load?.preemptions ?? Number.NaN,
                load?.cpuPercent ?? Number.NaN,
              ]),
            ]),
          },
        },
      ],
      notes: [],
    };
  },
};
