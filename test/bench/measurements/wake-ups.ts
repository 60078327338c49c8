import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startBenchService } from '../rig/service.js';
import { startBareMpv } from '../floors/bare-mpv.js';
import type { Measurement, Outcome, Verdict } from '../frame/measurement.js';
import { toFigure } from '../frame/table.js';
import { startAgent, stationOf } from '../rig/agent.js';
import { type Load, watch } from '../rig/processes.js';
import { startEcho } from '../rig/sockets.js';

const COLUMNS = ['wake-ups', 'preemptions', '%'];
const NAMES = ['Tonearm', 'its mpv', 'bare ws server', 'bare mpv'];
const STATES = ['idle', 'playing', 'paused'] as const;
const NOTHING: Load = { wakeUps: Number.NaN, preemptions: Number.NaN, cpuPercent: Number.NaN };
/** Milliseconds in which V8 puts away what only the start needed, and a paused player lets the sound device go. */
const SETTLE_MS = 40_000;
/** Wake-ups a second. */
const MOST = { idle: 0.3, playing: 4, cpuPercent: 0.3 };
/**
 * Wake-ups a second by which one minute may differ from another that is no different: two counts of 18, as many as a minute
 * of 0.3 a second has, are √36 = 6 apart by chance.
 */
const BY_CHANCE = 0.1;
/** Agent and mpv together, of what a bare mpv needs. */
const MOST_TIMES = 1.25;

export const wakeUps: Measurement = {
  name: 'wake-ups',
  title: 'Wake-ups and processor time',
  about:
    'Context switches a second of all threads, and percent of one core, over one minute (`--seconds`) without a connected phone. Voluntary switches are wake-ups; involuntary ones, preemptions, are caused by other processes. The agent is idle, plays four-minute tracks into mpv’s null output, and is paused after it has released the sound device; beside it, a bare `ws` server and a bare mpv do the same.',
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
    const seconds = context.flag('seconds', 60);

    agent.client.stop();
    await sleep(SETTLE_MS);
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

    context.say('paused');
    agent.client.start();
    await agent.client.whenOnline();
    await agent.client.call('player.pause', {});
    mpv.send('set_property', 'pause', true);
    agent.client.stop();
    await sleep(SETTLE_MS);
    return toOutcome({ idle, playing, paused: await watch(pids, seconds) });
  },
};

type State = (typeof STATES)[number];
type Loads = Readonly<Record<State, readonly Load[]>>;

function toOutcome(loads: Loads): Outcome {
  const of = (who: number, state: State): Load => loads[state][who] ?? NOTHING;
  const [own, itsMpv, bareWs, bareMpv] = [0, 1, 2, 3] as const;
  const both = (kind: keyof Load): number => of(own, 'playing')[kind] + of(itsMpv, 'playing')[kind];
  const wakeUps = (state: State, target: string, most: number): Verdict => ({
    what: `agent ${state}, wake-ups`,
    target,
    figure: `${toFigure(of(own, state).wakeUps)} a second`,
    share: of(own, state).wakeUps / most,
    floor: `bare ws ${toFigure(of(bareWs, state).wakeUps)}`,
  });
  const together = (what: string, kind: keyof Load, unit: string): Verdict => ({
    what: `agent and mpv playing, ${what}`,
    target: '≤ bare mpv + 25 %',
    figure: `${toFigure(both(kind))} ${unit}`,
    share: both(kind) / of(bareMpv, 'playing')[kind] / MOST_TIMES,
    floor: `${toFigure(of(bareMpv, 'playing')[kind])} ${unit}`,
  });
  const { cpuPercent } = of(own, 'playing');
  return {
    verdicts: [
      wakeUps('idle', `≤ ${MOST.idle} a second`, MOST.idle),
      wakeUps('paused', `≤ idle + ${BY_CHANCE} a second`, of(own, 'idle').wakeUps + BY_CHANCE),
      wakeUps('playing', `≤ ${MOST.playing} a second`, MOST.playing),
      {
        what: 'agent playing, processor',
        target: `≤ ${MOST.cpuPercent} % of a core`,
        figure: `${toFigure(cpuPercent)} %`,
        share: cpuPercent / MOST.cpuPercent,
      },
      together('wake-ups', 'wakeUps', 'a second'),
      together('processor', 'cpuPercent', '%'),
    ],
    tables: [
      {
        title: 'Wake-ups and preemptions a second, percent of a core',
        table: {
          head: ['process', ...STATES.flatMap(state => COLUMNS.map(column => `${state}: ${column}`))],
          rows: NAMES.map((name, who) => [
            name,
            ...STATES.flatMap(state => {
              const { wakeUps: count, preemptions, cpuPercent: percent } = of(who, state);
              return [count, preemptions, percent];
            }),
          ]),
        },
      },
    ],
    notes: [
      `Paused may exceed idle by ${BY_CHANCE} a second: at 0.3 a second there are 18 wake-ups in a minute, and two such counts differ by six (√36) by chance, which is ${BY_CHANCE} a second.`,
    ],
  };
}
