import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSandbox } from '../../../src/sandbox/sandbox.js';
import { hasProgram } from '../frame/machine.js';
import {
  type Context,
  type Measurement,
  type Outcome,
  unjudged,
  type Verdict,
} from '../frame/measurement.js';
import { summarize } from '../frame/statistics.js';
import { SUMMARY_HEAD, summaryCells, toFigure } from '../frame/table.js';
import { type Peer, startMopidy, startSnapserver, whenUp } from '../peers/speakers.js';
import { startAgent, stationOf } from '../rig/agent.js';
import { callOnce, connectPhone, connectTalker, startEcho } from '../rig/sockets.js';

const A_SECOND = 40;

interface Contender {
  readonly name: string;
  ask(turn: number): Promise<number>;
}

/** Everybody is asked at the same pace, one shortly after the other. */
async function pace(contenders: readonly Contender[], calls: number): Promise<ReadonlyMap<string, number[]>> {
  const taken = new Map(contenders.map(({ name }) => [name, [] as number[]]));
  const pending: Promise<unknown>[] = [];
  const everyMs = 1_000 / A_SECOND;
  const start = performance.now();
  for (let turn = 0; turn < calls; turn += 1) {
    for (const [at, contender] of contenders.entries()) {
      const dueMs = start + turn * everyMs + (at * everyMs) / contenders.length;
      const waitMs = dueMs - performance.now();
      if (waitMs > 0) await sleep(waitMs);
      pending.push(contender.ask(turn).then(ms => taken.get(contender.name)?.push(ms)));
    }
  }
  await Promise.all(pending);
  return taken;
}

async function startPeers(context: Context): Promise<Peer[]> {
  const peers: Peer[] = [];
  if (hasProgram('mopidy')) peers.push(await startMopidy(context.folder));
  if (hasProgram('snapserver')) peers.push(await startSnapserver(context.folder));
  for (const { child } of peers) context.later(() => child.stop());
  const up = await Promise.all(
    peers.map(peer =>
      whenUp(peer).then(
        () => peer,
        () => null,
      ),
    ),
  );
  return up.filter(peer => peer !== null);
}

export const control: Measurement = {
  name: 'control',
  title: 'Control round trip',
  about:
    '`state.get` 2,000 times at 40 a second over a WebSocket while a station plays, to the answer (milliseconds), beside a bare `ws` server in a process of its own that echoes a text as long as the agent’s answer, and beside the calls by which Mopidy and Snapserver tell their state: all in one run, in turn, at the same pace.',
  async run(context) {
    const sandbox = createSandbox();
    await sandbox.start();
    context.later(() => sandbox.stop());
    const folder = join(context.folder, 'agent');
    const agent = await startAgent({ folder, serviceUrl: sandbox.url, sandbox });
    context.later(() => agent.stop());
    await agent.client.call('player.play', { sourceId: stationOf(sandbox) });
    const echo = await startEcho();
    context.later(() => echo.child.stop());
    const peers = await startPeers(context);
    const phone = await connectPhone(agent.url, false);
    const echoed = await connectTalker(echo.url);
    const padding = 'x'.repeat(JSON.stringify(agent.state()).length);
    const contenders: Contender[] = [
      { name: 'Tonearm', ask: turn => callOnce(phone, 100 + turn, 'state.get') },
      {
        name: 'bare ws echo',
        ask: turn => echoed.exchange(`${turn}:${padding}`, message => message.startsWith(`${turn}:`)),
      },
    ];
    for (const { name, url, method } of peers) {
      const talker = await connectTalker(url);
      contenders.push({ name, ask: turn => callOnce(talker, turn + 1, method) });
    }
    await pace(contenders, 80);
    const calls = context.flag('calls', 2_000);
    const quiet = await pace(
      contenders.map(one => ({ ...one, ask: turn => one.ask(turn + 1_000) })),
      calls,
    );
    context.say('while another client floods');
    const flooder = await connectPhone(agent.url, false);
    let flooded = 0;
    const flood = setInterval(() => {
      for (let at = 0; at < 40; at += 1) {
        flooded += 1;
        flooder.ws.send(JSON.stringify({ jsonrpc: '2.0', id: flooded, method: 'state.get' }));
      }
    }, 10);
    const [own] = contenders;
    const troubled = await pace(
      own === undefined ? [] : [{ ...own, ask: turn => own.ask(turn + 10_000) }],
      400,
    );
    clearInterval(flood);
    return toOutcome(quiet, troubled.get('Tonearm') ?? [], flooded);
  },
};

function toOutcome(
  quiet: ReadonlyMap<string, number[]>,
  troubled: readonly number[],
  flooded: number,
): Outcome {
  const of = (name: string) => summarize(quiet.get(name) ?? []);
  const own = of('Tonearm');
  const echo = of('bare ws echo');
  const ratio = (share: 'median' | 'p99') => own[share] / echo[share];
  const verdicts: Verdict[] = [
    {
      what: 'median',
      target: '≤ 2 × echo',
      figure: `${toFigure(ratio('median'))} × echo`,
      reached: ratio('median') <= 2,
    },
    {
      what: '99th',
      target: '≤ 5 × echo',
      figure: `${toFigure(ratio('p99'))} × echo`,
      reached: ratio('p99') <= 5,
    },
    ...['Mopidy', 'Snapserver'].map((name): Verdict => {
      const what = `beside ${name}`;
      if (!quiet.has(name)) return unjudged(what, 'ahead', `${name} is not installed`);
      return {
        what,
        target: 'ahead',
        figure: `median ${toFigure(own.median / of(name).median)} ×, 99th ${toFigure(own.p99 / of(name).p99)} ×`,
        reached: own.median < of(name).median && own.p99 < of(name).p99,
      };
    }),
  ];
  return {
    verdicts,
    tables: [
      {
        title: 'Milliseconds from call to answer',
        table: {
          head: ['who', ...SUMMARY_HEAD],
          rows: [
            ...[...quiet].map(([name, values]) => [name, ...summaryCells(values)]),
            ['Tonearm, another client flooding', ...summaryCells(troubled)],
          ],
        },
      },
    ],
    notes: [
      `The flood: one other client that sent ${flooded} calls in ten seconds, far beyond its 50 a second.`,
      'Mopidy’s call is `core.playback.get_current_tl_track` with nothing playing, Snapserver’s `Server.GetStatus` without clients.',
    ],
  };
}
