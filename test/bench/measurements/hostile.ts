import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSandbox } from '../../../src/sandbox/sandbox.js';
import { besiege } from '../../fakes/phones/siege.js';
import type { Context, Measurement, Outcome } from '../frame/measurement.js';
import { SUMMARY_HEAD, summaryCells, toFigure } from '../frame/table.js';
import { type BenchAgent, startAgent, stationOf } from '../rig/agent.js';
import { memoryOf } from '../rig/processes.js';
import { callOnce, connectPhone, type Talker } from '../rig/sockets.js';

const BAD = '127.0.0.66';
/** Quiet and besieged take turns, so that what else the machine does strikes both. */
const TURNS = 4;
const OPENINGS = 40;
const CALLS = 300;
/** One call in so many is a command, which its phone must be told of, too. */
const COMMAND_EVERY = 10;
/** Within the calls a second that a client may make. */
const EVERY_MS = 25;
const NEVER_MS = 30_000;
const MOST_MIB = 60;

const DEEDS = ['opening', 'call', 'told of its command'] as const;
type Deed = (typeof DEEDS)[number];

/** What a phone waited for each thing that it did, milliseconds, and what it tried in vain. */
interface Taken {
  readonly ms: Readonly<Record<Deed, number[]>>;
  readonly failures: string[];
}

const nothing = (): Taken => ({ ms: { opening: [], call: [], 'told of its command': [] }, failures: [] });

/** Null: it came to nothing, which is noted. */
async function attempt<T>({ ms, failures }: Taken, deed: Deed, act: () => Promise<T>): Promise<T | null> {
  const from = performance.now();
  try {
    const never = sleep(NEVER_MS, null, { ref: false }).then(() => {
      throw new Error('never');
    });
    const done = await Promise.race([act(), never]);
    ms[deed].push(performance.now() - from);
    return done;
  } catch (error) {
    failures.push(`${deed}: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
}

/** From sending a command to having its event. */
function command(phone: Talker, id: number): Promise<unknown> {
  const volume = 10 + (id % 80);
  const call = { jsonrpc: '2.0', id, method: 'player.setVolume', params: { volume } };
  const isEvent = (message: string) => !message.includes('"id"') && message.includes(`"volume":${volume}`);
  return phone.exchange(JSON.stringify(call), isEvent);
}

async function use({ url }: BenchAgent, taken: Taken): Promise<void> {
  const open = () => attempt(taken, 'opening', () => connectPhone(url, true, 'good phone'));
  for (let at = 0; at < OPENINGS; at += 1) (await open())?.close();
  let phone = await open();
  for (let at = 0; at < CALLS; at += 1) {
    phone ??= await open();
    if (phone === null) continue;
    const [it, id] = [phone, 100 + at];
    const isCommand = at % COMMAND_EVERY === 0;
    const done = await (isCommand
      ? attempt(taken, 'told of its command', () => command(it, id))
      : attempt(taken, 'call', () => callOnce(it, id, 'state.get')));
    if (done === null) {
      it.close();
      phone = null;
    }
    await sleep(EVERY_MS);
  }
  phone?.close();
}

/** Lines of the agent's log that name the bad host. */
function followLog({ child }: BenchAgent): { readonly count: number } {
  const followed = { count: 0 };
  if (child.process.stdout === null) throw new Error('the log is not read');
  createInterface({ input: child.process.stdout }).on('line', line => {
    if (line.includes(BAD)) followed.count += 1;
  });
  return followed;
}

/** The most that is resident from now on. */
function followMemory(context: Context, pid: number): { readonly mostMiB: number } {
  const followed = { mostMiB: 0 };
  const look = (): void => {
    followed.mostMiB = Math.max(followed.mostMiB, memoryOf(pid).residentMiB);
  };
  look();
  const watch = setInterval(look, 200);
  context.later(() => clearInterval(watch));
  return followed;
}

export const hostile: Measurement = {
  name: 'hostile',
  title: 'A phone beside a host that does its worst',
  about:
    'A phone repeatedly connects, opens a session, sends calls and commands, and waits for the events, while a station plays: first alone, then while another host, in its own process, opens 1,100 idle connections, floods the speaker with sockets that it never opens, and sends calls, tokens, codes and sign-ins almost without a pause. Counts the phone’s failed attempts, the log lines that name the host, and the growth of the agent’s resident memory.',
  async run(context) {
    const sandbox = createSandbox();
    await sandbox.start();
    context.later(() => sandbox.stop());
    const folder = join(context.folder, 'agent');
    const agent = await startAgent({ folder, serviceUrl: sandbox.url, sandbox });
    context.later(() => agent.stop());
    await agent.client.call('player.play', { sourceId: stationOf(sandbox) });
    await agent.whenState('sound', ({ silenceReason }) => silenceReason === null);
    await use(agent, nothing());
    const log = followLog(agent);
    const { pid } = agent.child;
    const beforeMiB = memoryOf(pid).residentMiB;
    const memory = followMemory(context, pid);
    const [quiet, besieged] = [nothing(), nothing()];
    const did: Record<string, number>[] = [];
    let sinceMs: number | null = null;
    for (let turn = 0; turn < context.flag('turns', TURNS); turn += 1) {
      await use(agent, quiet);
      sinceMs ??= performance.now();
      const siege = await besiege({ host: '127.0.0.1', port: Number(new URL(agent.url).port) }, [BAD]);
      context.later(async () => {
        await siege.stop();
      });
      await use(agent, besieged);
      did.push(await siege.stop());
      context.say(`turn ${turn + 1}`);
    }
    const minutes = (performance.now() - (sinceMs ?? Number.NaN)) / 60_000;
    const grownMiB = memory.mostMiB - beforeMiB;
    return toOutcome({ quiet, besieged, did, grownMiB, lines: log.count, minutes });
  },
};

function toOutcome(measured: {
  readonly quiet: Taken;
  readonly besieged: Taken;
  readonly did: readonly Readonly<Record<string, number>>[];
  readonly grownMiB: number;
  readonly lines: number;
  readonly minutes: number;
}): Outcome {
  const { quiet, besieged, did, grownMiB, lines, minutes } = measured;
  const done = Object.keys(did[0] ?? {}).map(
    what => `${did.reduce((sum, each) => sum + (each[what] ?? 0), 0)} ${what}`,
  );
  const good = DEEDS.reduce((sum, deed) => sum + besieged.ms[deed].length, 0);
  const tries = good + besieged.failures.length;
  // One at once, and one at the end of each minute.
  const mostLines = 1 + Math.floor(minutes);
  return {
    verdicts: [
      {
        what: 'successful attempts of the phone',
        target: '100 %',
        figure: `${good} of ${tries}`,
        share: tries / good,
      },
      {
        what: 'growth of memory',
        target: `≤ ${MOST_MIB} MiB`,
        figure: `${toFigure(grownMiB)} MiB`,
        share: grownMiB / MOST_MIB,
      },
      {
        what: 'log lines that name the host',
        target: `at least one; at most one at once and one a minute = ${mostLines}`,
        figure: `${lines} in ${toFigure(minutes)} minutes`,
        share: lines === 0 ? Infinity : lines / mostLines,
      },
    ],
    tables: [
      {
        title: 'Milliseconds a phone waits',
        table: {
          head: ['what', ...SUMMARY_HEAD],
          rows: DEEDS.flatMap(deed => [
            [`${deed}, quiet`, ...summaryCells(quiet.ms[deed])],
            [`${deed}, besieged`, ...summaryCells(besieged.ms[deed])],
          ]),
        },
      },
    ],
    notes: [
      `The hostile host sent: ${done.join(', ')}.`,
      ...[...new Set(besieged.failures)].slice(0, 10).map(failure => `In vain: ${failure}.`),
      ...(quiet.failures.length === 0
        ? []
        : [`Failed attempts while the phone was alone: ${quiet.failures.length}.`]),
    ],
  };
}
