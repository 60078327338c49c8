import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasProgram } from '../frame/machine.js';
import {
  type Context,
  type Measurement,
  type Outcome,
  unjudged,
  type Verdict,
} from '../frame/measurement.js';
import { median, summarize } from '../frame/statistics.js';
import { seriesTable, SUMMARY_HEAD, summaryCells, toFigure } from '../frame/table.js';
import { type Peer, startMopidy, startSnapserver, whenUp } from '../peers/speakers.js';
import { startAgent, stationOf } from '../rig/agent.js';
import { startBenchService } from '../rig/service.js';
import { callOnce, connectGuest, connectPhone, connectTalker, startEcho } from '../rig/sockets.js';
import { measurePause } from './control-pause.js';

const A_SECOND = 40;
/** Of a track. */
const SECONDS = 240;
const MOST_TIMES = { median: 1.25, p99: 2, pause: 1.5 };

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
    'Time from `state.get` over a WebSocket to its response (milliseconds), 2,000 calls at 40 a second, while a station plays. Beside it, in the same run, alternating and at the same pace: a bare `ws` server in its own process that echoes a text of the same length, and the calls by which Mopidy and Snapserver report their state. Then the time from a phone’s `player.pause` until mpv reports that it is paused, alternating with a bare `ws` server that forwards a command to the socket of a bare mpv.',
  async run(context) {
    const service = await startBenchService({ trackSeconds: SECONDS });
    context.later(() => service.stop());
    const { sandbox } = service;
    service.sound = () => ({ format: 'wav', rate: 44_100, seconds: SECONDS });
    service.prepare(1);
    const folder = join(context.folder, 'agent');
    const agent = await startAgent({ folder, serviceUrl: service.url, sandbox });
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
    const flooder = await connectGuest(agent, 'flooding guest');
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
    flooder.close();
    context.say('pausing');
    const pauses = await measurePause(context, { agent, folder, service });
    return toOutcome({ quiet, troubled: troubled.get('Tonearm') ?? [], flooded, pauses });
  },
};

function toOutcome(measured: {
  readonly quiet: ReadonlyMap<string, number[]>;
  readonly troubled: readonly number[];
  readonly flooded: number;
  readonly pauses: Awaited<ReturnType<typeof measurePause>>;
}): Outcome {
  const { quiet, troubled, flooded, pauses } = measured;
  const of = (name: string) => summarize(quiet.get(name) ?? []);
  const own = of('Tonearm');
  const echo = of('bare ws echo');
  const besideEcho = (what: string, kind: 'median' | 'p99'): Verdict => ({
    what: `\`state.get\`, ${what}`,
    target: `≤ ${MOST_TIMES[kind]} × echo`,
    figure: `${toFigure(own[kind] / echo[kind])} × (${toFigure(own[kind])} ms)`,
    share: own[kind] / echo[kind] / MOST_TIMES[kind],
    floor: `${toFigure(echo[kind])} ms`,
  });
  const besidePeer = (name: string): Verdict => {
    const what = `\`state.get\`, beside ${name}`;
    if (!quiet.has(name)) return unjudged(what, 'ahead', `${name} is not installed`);
    const [middle, p99] = [own.median / of(name).median, own.p99 / of(name).p99];
    return {
      what,
      target: 'ahead',
      figure: `median ${toFigure(middle)} ×, 99th ${toFigure(p99)} ×`,
      share: Math.max(middle, p99),
      peer: `${name} ${toFigure(of(name).median)} ms, 99th ${toFigure(of(name).p99)}`,
    };
  };
  const [pause, relay] = [median(pauses.agentMs), median(pauses.relayMs)];
  return {
    verdicts: [
      besideEcho('median', 'median'),
      besideEcho('99th', 'p99'),
      {
        what: '`player.pause` to mpv paused, median',
        target: `≤ ${MOST_TIMES.pause} × a bare relay`,
        figure: `${toFigure(pause / relay)} × (${toFigure(pause)} ms)`,
        share: pause / relay / MOST_TIMES.pause,
        floor: `${toFigure(relay)} ms`,
      },
      ...['Mopidy', 'Snapserver'].map(besidePeer),
    ],
    tables: [
      {
        title: 'Milliseconds from call to answer',
        table: {
          head: ['who', ...SUMMARY_HEAD],
          rows: [
            ...[...quiet].map(([name, values]) => [name, ...summaryCells(values)]),
            ['Tonearm, while another client floods', ...summaryCells(troubled)],
          ],
        },
      },
      seriesTable('Milliseconds from pausing to mpv paused', {
        Tonearm: pauses.agentMs,
        'bare relay, bare mpv': pauses.relayMs,
      }),
    ],
    notes: [
      `The flood: one other client sent ${flooded} calls in ten seconds; the limit is 50 a second.`,
      'Mopidy’s call is `core.playback.get_current_tl_track` while it plays nothing; Snapserver’s is `Server.GetStatus` without clients.',
    ],
  };
}
