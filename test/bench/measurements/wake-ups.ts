import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BenchService, startBenchService } from '../rig/service.js';
import { playerEnvironment } from '../../../src/player/process/program.js';
import { startBareMpv } from '../floors/bare-mpv.js';
import type { Context, Measurement, Outcome, Verdict } from '../frame/measurement.js';
import { toFigure } from '../frame/table.js';
import { startAgent, stationOf } from '../rig/agent.js';
import { type Load, memoryOf, watch } from '../rig/processes.js';
import { startEcho } from '../rig/sockets.js';
import { startSoundServer } from '../rig/sound-server.js';

const COLUMNS = ['wake-ups', 'preemptions', '%'];
const NAMES = ['Tonearm', 'its mpv', 'bare mpv, the agent’s options', 'bare mpv', 'bare ws server'];
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
const MOST_TIMES = { wakeUps: 1.1, cpuPercent: 1.25 };

interface Output {
  readonly name: string;
  readonly audioOutput: string;
  readonly audioDevice?: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** What is watched on one output; `pids` in the order of `NAMES`. */
interface Troop {
  readonly pids: readonly number[];
  readonly play: () => Promise<void>;
  readonly pause: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Where something plays: what each does, and the private memory of those that are an mpv. */
interface Playing {
  readonly output: string;
  readonly loads: readonly Load[];
  readonly ownMiB: readonly number[];
}

async function findOutputs(context: Context): Promise<readonly Output[]> {
  const server = await startSoundServer(context.folder);
  context.later(() => server.stop());
  await server.addSink('loads');
  const environment = server.environment('loads');
  return [
    { name: 'null', audioOutput: 'null', environment: {} },
    { name: 'PulseAudio', audioOutput: 'pulse', environment },
    { name: 'ALSA', audioOutput: 'alsa', audioDevice: 'alsa/pulse', environment },
  ];
}

async function gather(
  context: Context,
  { output, service, echo }: { output: Output; service: BenchService; echo: number },
): Promise<Troop> {
  const { name, audioOutput, audioDevice, environment } = output;
  const agent = await startAgent({
    folder: join(context.folder, name),
    serviceUrl: service.url,
    sandbox: service.sandbox,
    environment: {
      ...environment,
      TONEARM_AUDIO_OUTPUT: audioOutput,
      ...(audioDevice === undefined ? {} : { TONEARM_AUDIO_DEVICE: audioDevice }),
    },
  });
  context.later(() => agent.stop());
  const bare = await startBareMpv({
    folder: context.folder,
    ...output,
    environment: { ...playerEnvironment({}), ...environment },
  });
  context.later(() => bare.stop());
  const plain = await startBareMpv({ folder: context.folder, ...output, isPlain: true });
  context.later(() => plain.stop());
  const online = async (): Promise<void> => {
    agent.client.start();
    await agent.client.whenOnline();
  };
  agent.client.stop();
  return {
    pids: [agent.child.pid, agent.mpvPid(), bare.child.pid, plain.child.pid, echo],
    async play() {
      await online();
      await agent.client.call('player.play', { sourceId: stationOf(service.sandbox) });
      for (const mpv of [bare, plain]) mpv.open(service.toneUrl(0));
      await sleep(5_000);
      // The first piece of an mpv has a filter for its rise, for as long as it lasts; all others have none.
      await agent.client.call('player.next', {});
      await sleep(2_000);
      agent.client.stop();
      await sleep(5_000);
    },
    async pause() {
      await online();
      await agent.client.call('player.pause', {});
      for (const mpv of [bare, plain]) mpv.send('set_property', 'pause', true);
      agent.client.stop();
    },
    async stop() {
      for (const one of [agent, bare, plain]) await one.stop();
    },
  };
}

export const wakeUps: Measurement = {
  name: 'wake-ups',
  title: 'Wake-ups and processor time',
  about:
    'Context switches a second of all threads, and percent of one core, over one minute (`--seconds`) without a connected phone. Voluntary switches are wake-ups; involuntary ones, preemptions, are caused by other processes. The agent is idle, plays the second of its four-minute tracks (the first of each mpv has a filter for the rise of its sound), and is paused after it has released the sound device; beside it, a bare `ws` server and two bare mpv do the same, of which one has the agent’s options. It is idle and paused on mpv’s null output. ALSA is its plugin for PulseAudio, which needs no sound card.',
  async run(context) {
    const service = await startBenchService({ trackSeconds: 240 });
    context.later(() => service.stop());
    service.sound = () => ({ format: 'wav', rate: 44_100, seconds: 240 });
    const { child: echo } = await startEcho();
    context.later(() => echo.stop());
    const seconds = context.flag('seconds', 60);
    const playing: Playing[] = [];
    let idle: readonly Load[] = [];
    let paused: readonly Load[] = [];
    for (const output of await findOutputs(context)) {
      const troop = await gather(context, { output, service, echo: echo.pid });
      const isFirst = playing.length === 0;
      if (isFirst) {
        await sleep(SETTLE_MS);
        idle = await watch(troop.pids, seconds);
      }
      context.say(`playing, ${output.name}`);
      await troop.play();
      const loads = await watch(troop.pids, seconds);
      playing.push({ output: output.name, loads, ownMiB: troop.pids.map(pid => memoryOf(pid).ownMiB) });
      if (isFirst) {
        context.say('paused');
        await troop.pause();
        await sleep(SETTLE_MS);
        paused = await watch(troop.pids, seconds);
      }
      await troop.stop();
    }
    return toOutcome({ idle, playing: playing[0]?.loads ?? [], paused }, playing);
  },
};

type State = (typeof STATES)[number];
type Loads = Readonly<Record<State, readonly Load[]>>;

function toOutcome(loads: Loads, outputs: readonly Playing[]): Outcome {
  const of = (who: number, state: State): Load => loads[state][who] ?? NOTHING;
  const [own, bareWs] = [0, 4] as const;
  const wakeUps = (state: State, target: string, most: number): Verdict => ({
    what: `agent ${state}, wake-ups`,
    target,
    figure: `${toFigure(of(own, state).wakeUps)} a second`,
    share: of(own, state).wakeUps / most,
    floor: `bare ws ${toFigure(of(bareWs, state).wakeUps)}`,
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
      ...outputs.flatMap(toVerdicts),
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
      {
        title: 'Playing, by output; private memory in MiB',
        table: {
          head: ['output', 'process', ...COLUMNS, 'private'],
          rows: outputs.flatMap(({ output, loads: playing, ownMiB }) =>
            NAMES.slice(0, bareWs).map((name, who) => {
              const { wakeUps: count, preemptions, cpuPercent: percent } = playing[who] ?? NOTHING;
              return [output, name, count, preemptions, percent, ownMiB[who] ?? Number.NaN];
            }),
          ),
        },
      },
    ],
    notes: [
      'What exceeds the bare mpv with the agent’s options is the agent’s own work; what that one exceeds the other is due to its options, and to its environment.',
      'That keeps mpv’s allocator to one arena (`src/player/process/program.ts`): 12 MiB less private memory where the next item is in hand, for some 25 wake-ups a second more on the null output, whose threads wait for each other there.',
      `Paused may exceed idle by ${BY_CHANCE} a second: at 0.3 a second there are 18 wake-ups in a minute, and two such counts differ by six (√36) by chance, which is ${BY_CHANCE} a second.`,
    ],
  };
}

/** Agent and mpv together beside the bare mpv, and the private memory of the agent's mpv beside that one's. */
function toVerdicts({ output, loads, ownMiB }: Playing): readonly Verdict[] {
  const [agent = NOTHING, its = NOTHING, , bare = NOTHING] = loads;
  const together = (what: string, kind: 'wakeUps' | 'cpuPercent', unit: string): Verdict => ({
    what: `agent and mpv playing, ${output}, ${what}`,
    target: `≤ bare mpv + ${Math.round((MOST_TIMES[kind] - 1) * 100)} %`,
    figure: `${toFigure(agent[kind] + its[kind])} ${unit}`,
    share: (agent[kind] + its[kind]) / bare[kind] / MOST_TIMES[kind],
    floor: `${toFigure(bare[kind])} ${unit}`,
  });
  const [, itsMiB = Number.NaN, , bareMiB = Number.NaN] = ownMiB;
  return [
    together('wake-ups', 'wakeUps', 'a second'),
    together('processor', 'cpuPercent', '%'),
    {
      what: `mpv playing, ${output}, private memory`,
      target: '≤ bare mpv',
      figure: `${toFigure(itsMiB)} MiB`,
      share: itsMiB / bareMiB,
      floor: `${toFigure(bareMiB)} MiB`,
    },
  ];
}
