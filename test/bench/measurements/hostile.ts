import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSandbox } from '../../../src/sandbox/sandbox.js';
import { besiege } from '../../fakes/phones/siege.js';
import type { Measurement, Outcome } from '../frame/measurement.js';
import { median, summarize } from '../frame/statistics.js';
import { SUMMARY_HEAD, summaryCells, toFigure } from '../frame/table.js';
import { type BenchAgent, startAgent, stationOf, TOKEN } from '../rig/agent.js';
import { memoryOf } from '../rig/processes.js';
import { connectTalker, type Talker } from '../rig/sockets.js';

const BAD = '127.0.0.66';
/** Quiet and besieged take turns, so that what else the machine does strikes both. */
const TURNS = 4;
const OPENINGS = 40;
const CALLS = 300;
/** Within the calls a second that a client may make. */
const EVERY_MS = 25;
const NEVER_MS = 30_000;
const MOST_MIB = 60;
/** An opening waits for its turn five times: for a connection, an upgrade, the hello and two answers. */
const MOST_TIMES = { openings: 20, calls: 5 };

interface Taken {
  /** Milliseconds from connecting to having the state. */
  readonly openings: number[];
  /** Milliseconds from a call to its answer. */
  readonly calls: number[];
}

/** Milliseconds; an error, or no answer at all, ends the measurement. */
async function ask(phone: Talker, id: number, method: string, params: object = {}): Promise<number> {
  const begin = `{"jsonrpc":"2.0","id":${id},"result"`;
  const answered = phone.exchange(JSON.stringify({ jsonrpc: '2.0', id, method, params }), message =>
    message.startsWith(begin),
  );
  const never = sleep(NEVER_MS, Number.NaN, { ref: false });
  const taken = await Promise.race([answered, never]);
  if (Number.isNaN(taken)) throw new Error(`${method} was not done`);
  return taken;
}

async function open({ url }: BenchAgent): Promise<Talker> {
  const phone = await connectTalker(`${url.replace('http', 'ws')}/control`);
  await ask(phone, 1, 'session.open', { protocol: 1, client: { name: 'good phone' }, token: TOKEN });
  await ask(phone, 2, 'state.subscribe');
  return phone;
}

async function use(agent: BenchAgent, taken: Taken): Promise<void> {
  for (let at = 0; at < OPENINGS; at += 1) {
    const from = performance.now();
    const phone = await open(agent);
    taken.openings.push(performance.now() - from);
    phone.close();
  }
  const phone = await open(agent);
  for (let at = 0; at < CALLS; at += 1) {
    taken.calls.push(await ask(phone, 100 + at, 'state.get'));
    await sleep(EVERY_MS);
  }
  phone.close();
}

export const hostile: Measurement = {
  name: 'hostile',
  title: 'A phone beside a host that does its worst',
  about:
    'What a phone waits (milliseconds) from connecting to having the state, and from `state.get` to its answer, while a station plays: in turn with nobody else there, and while another host, a process of its own, holds and renews all the connections and sockets it can get, calls, and tries tokens, codes and sign-ins, each without a pause to speak of. All in one run; the memory is the agent’s resident one, at its most, beyond what it was before.',
  async run(context) {
    const sandbox = createSandbox();
    await sandbox.start();
    context.later(() => sandbox.stop());
    const folder = join(context.folder, 'agent');
    const agent = await startAgent({ folder, serviceUrl: sandbox.url, sandbox });
    context.later(() => agent.stop());
    await agent.client.call('player.play', { sourceId: stationOf(sandbox) });
    await agent.whenState('sound', ({ silenceReason }) => silenceReason === null);
    await use(agent, { openings: [], calls: [] });
    const { pid } = agent.child;
    const before = memoryOf(pid).residentMiB;
    const [quiet, besieged]: [Taken, Taken] = [
      { openings: [], calls: [] },
      { openings: [], calls: [] },
    ];
    const did: Record<string, number>[] = [];
    let worst = before;
    const watch = setInterval(() => {
      worst = Math.max(worst, memoryOf(pid).residentMiB);
    }, 200);
    context.later(() => clearInterval(watch));
    for (let turn = 0; turn < context.flag('turns', TURNS); turn += 1) {
      await use(agent, quiet);
      const siege = await besiege({ host: '127.0.0.1', port: Number(new URL(agent.url).port) }, [BAD]);
      context.later(async () => {
        await siege.stop();
      });
      await use(agent, besieged);
      did.push(await siege.stop());
      context.say(`turn ${turn + 1}`);
    }
    return toOutcome({ quiet, besieged, did, grownMiB: worst - before });
  },
};

function toOutcome(measured: {
  readonly quiet: Taken;
  readonly besieged: Taken;
  readonly did: readonly Readonly<Record<string, number>>[];
  readonly grownMiB: number;
}): Outcome {
  const { quiet, besieged, did, grownMiB } = measured;
  const ratio = (what: keyof Taken) => median(besieged[what]) / median(quiet[what]);
  const done = Object.keys(did[0] ?? {}).map(
    what => `${did.reduce((sum, each) => sum + (each[what] ?? 0), 0)} ${what}`,
  );
  return {
    verdicts: [
      ...(['openings', 'calls'] as const).map(what => ({
        what: `${what}, median`,
        target: `≤ ${MOST_TIMES[what]} × quiet`,
        figure: `${toFigure(ratio(what))} × quiet (99th ${toFigure(summarize(besieged[what]).p99 / summarize(quiet[what]).p99)} ×)`,
        reached: ratio(what) <= MOST_TIMES[what],
      })),
      {
        what: 'memory more than before',
        target: `≤ ${MOST_MIB} MiB`,
        figure: `${toFigure(grownMiB)} MiB`,
        reached: grownMiB <= MOST_MIB,
      },
    ],
    tables: [
      {
        title: 'Milliseconds a phone waits',
        table: {
          head: ['what', ...SUMMARY_HEAD],
          rows: [
            ['opening, quiet', ...summaryCells(quiet.openings)],
            ['opening, besieged', ...summaryCells(besieged.openings)],
            ['call, quiet', ...summaryCells(quiet.calls)],
            ['call, besieged', ...summaryCells(besieged.calls)],
          ],
        },
      },
    ],
    notes: [
      `What the bad host did meanwhile: ${done.join(', ')}.`,
      'No try of the phone failed: one would end the measurement.',
    ],
  };
}
