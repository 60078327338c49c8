import { get } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '../../../src/cli/demo/network.js';
import { createSandbox } from '../../../src/sandbox/sandbox.js';
import { BARE, runEmptyNode, runNodeModules } from '../floors/empty-node.js';
import { hasProgram } from '../frame/machine.js';
import {
  type Context,
  type Measurement,
  type Outcome,
  unjudged,
  type Verdict,
} from '../frame/measurement.js';
import { median } from '../frame/statistics.js';
import { SUMMARY_HEAD, summaryCells, toFigure } from '../frame/table.js';
import { startMpd } from '../peers/mpd.js';
import { startMopidy } from '../peers/speakers.js';
import { agentEnvironment, type AgentSettings, agentWords, startAgent } from '../rig/agent.js';
import { type BenchChild, startChild } from '../rig/child.js';
import { callOnce, controlOf, firstAnswer, openSession, type Talker } from '../rig/sockets.js';
import { until } from '../rig/waiting.js';

const HTTP = fileURLToPath(new URL('../floors/http.js', import.meta.url));
const EMPTY = 'node -e 0';
const HEALTH = 'Tonearm, `/healthz`';
const STATE = 'Tonearm, `state.get`';
const MOPIDY = 'Mopidy';
const BARE_NODE = `${EMPTY} without it`;
const MODULES = 'Node’s own modules, with the agent’s flags';
const MOST = { health: 2, state: 4, mopidy: 0.4 };

/** Who is started, each in turn; milliseconds to the first answer. */
type Starters = Readonly<Record<string, () => Promise<number>>>;

/** From exec to an answer. */
async function timed(
  start: () => BenchChild | Promise<BenchChild>,
  answered: () => Promise<unknown>,
): Promise<number> {
  const child = await start();
  await answered();
  const tookMs = performance.now() - child.startedMs;
  await child.stop();
  return tookMs;
}

/** Until an address answers 200. */
function whenGood(url: string): Promise<true> {
  return until(
    url,
    () =>
      new Promise<boolean>(resolve => {
        const request = get(url, { agent: false, timeout: 2_000 }, response => {
          response.resume();
          resolve(response.statusCode === 200);
        });
        request.on('error', () => resolve(false));
      }),
    { everyMs: 2 },
  );
}

async function askState(phone: Talker): Promise<void> {
  await openSession(phone);
  await callOnce(phone, 2, 'state.get');
}

/** As it is installed. */
async function timeAgent(
  settings: AgentSettings,
  answered: (url: string) => Promise<unknown>,
): Promise<number> {
  const port = await findFreePort(0);
  const env = agentEnvironment(settings, port);
  return timed(
    () => startChild(process.execPath, agentWords(), { env }),
    () => answered(`http://127.0.0.1:${port}`),
  );
}

async function timeServer(): Promise<number> {
  const port = await findFreePort(0);
  return timed(
    () => startChild(process.execPath, [HTTP, String(port)]),
    () => whenGood(`http://127.0.0.1:${port}/`),
  );
}

async function timeMopidy(folder: string): Promise<number> {
  const { child, url, method } = await startMopidy(folder);
  return timed(
    () => child,
    () => firstAnswer(url, talker => callOnce(talker, 1, method)),
  );
}

async function timeMpd(folder: string): Promise<number> {
  const environment = { PATH: process.env['PATH'] ?? '' };
  return timed(
    async () => (await startMpd({ folder, environment, sink: 'none' })).child,
    () => Promise.resolve(),
  );
}

async function findStarters(context: Context): Promise<Starters> {
  const sandbox = createSandbox();
  await sandbox.start();
  context.later(() => sandbox.stop());
  const folder = join(context.folder, 'agent');
  const settings: AgentSettings = { folder, serviceUrl: sandbox.url, sandbox };
  // Paired, once for all.
  await (await startAgent(settings)).stop();
  return {
    [EMPTY]: () => runEmptyNode(),
    [BARE_NODE]: () => runEmptyNode([], BARE),
    'bare HTTP server of Node': timeServer,
    [MODULES]: runNodeModules,
    [HEALTH]: () => timeAgent(settings, url => whenGood(`${url}/healthz`)),
    [STATE]: () => timeAgent(settings, url => firstAnswer(controlOf(url), askState)),
    ...(hasProgram('mopidy') ? { [MOPIDY]: () => timeMopidy(context.folder) } : {}),
    ...(hasProgram('mpd') ? { MPD: () => timeMpd(context.folder) } : {}),
  };
}

export const start: Measurement = {
  name: 'start',
  title: 'Start',
  about:
    'Time from exec of the installed, paired agent to the first 200 of `/healthz`, and to the first answered `state.get` over a WebSocket, that is, connecting, `session.open` and the call (milliseconds; tried every 2 ms). Alternating with `node -e 0` from start to end, with `NODE_EXTRA_CA_CERTS` as the limits were set and without it, a bare HTTP server in Node, and the first answers of Mopidy over its WebSocket and of MPD over its socket.',
  async run(context) {
    const starters = await findStarters(context);
    const taken = new Map(Object.keys(starters).map(name => [name, [] as number[]]));
    for (let turn = 0; turn < context.flag('repeats', 12); turn += 1)
      for (const [name, take] of Object.entries(starters)) taken.get(name)?.push(await take());
    return toOutcome(taken);
  },
};

function toOutcome(taken: ReadonlyMap<string, readonly number[]>): Outcome {
  const of = (name: string): number => median(taken.get(name) ?? []);
  const floor = of(EMPTY);
  const beside = (what: string, name: string, most: number): Verdict => ({
    what,
    target: `≤ ${most} × ${EMPTY}`,
    figure: `${toFigure(of(name) / floor)} × (${toFigure(of(name))} ms)`,
    share: of(name) / floor / most,
    floor: `${toFigure(floor)} ms`,
  });
  const [what, target] = [
    'exec to first `state.get`, beside Mopidy’s first answer',
    `≤ ${MOST.mopidy} × Mopidy`,
  ];
  return {
    verdicts: [
      beside('exec to `/healthz`, median', HEALTH, MOST.health),
      beside('exec to first `state.get`, median', STATE, MOST.state),
      taken.has(MOPIDY)
        ? {
            what,
            target,
            figure: `${toFigure(of(STATE) / of(MOPIDY))} × (${toFigure(of(STATE))} ms)`,
            share: of(STATE) / of(MOPIDY) / MOST.mopidy,
            peer: `Mopidy ${toFigure(of(MOPIDY))} ms`,
          }
        : unjudged(what, target, 'Mopidy is not installed'),
    ],
    tables: [
      {
        title: 'Milliseconds',
        table: {
          head: ['who', ...SUMMARY_HEAD, `× ${EMPTY}`],
          rows: [...taken].map(([name, values]) => [name, ...summaryCells(values), median(values) / floor]),
        },
      },
    ],
    notes: [
      `Under \`--jitless\`, which the unit’s \`MemoryDenyWriteExecute=\` needs, V8 takes none of the compiled code that Node brings of its own modules: to start and load \`http\`, \`net\`, \`crypto\` and \`fs\` takes ${toFigure(of(MODULES))} ms so (“${MODULES}”), of which starting without them is ${toFigure(of(BARE_NODE))} ms.`,
      'For sound after a restart, see the next section.',
    ],
  };
}
