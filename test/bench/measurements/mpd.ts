import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../../../src/cli/demo/network.js';
import type { Context, Measurement, Verdict } from '../frame/measurement.js';
import { median } from '../frame/statistics.js';
import { SUMMARY_HEAD, summaryCells, toFigure } from '../frame/table.js';
import { startMpd } from '../peers/mpd.js';
import { startAgent, stationOf } from '../rig/agent.js';
import { startChild } from '../rig/child.js';
import { watch } from '../rig/processes.js';
import { startBenchService } from '../rig/service.js';
import { startLines } from '../rig/sockets.js';

const CLIENTS = 64;
/** Times MPD itself. */
const MOST = { change: 1.5, status: 4 };
/** Wake-ups a second by which two counts of the same differ by chance, as in the section on wake-ups. */
const BY_CHANCE = 0.1;
const SETTLE_MS = 40_000;
const SHOWN = [
  ['firstMs', 'first client told'],
  ['changeMs', 'last client told'],
  ['statusMs', '`status`'],
] as const;

/** Who speaks the protocol: a teller, and the clients that wait to be told. */
interface Speaker {
  readonly teller: Socket;
  readonly clients: readonly Socket[];
  /** Until the first and the last client was told. */
  readonly firstMs: number[];
  readonly changeMs: number[];
  readonly statusMs: number[];
}

async function openSocket(port: number, greets: boolean): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').setNoDelay(true);
  await once(socket, greets ? 'data' : 'connect');
  return socket;
}

async function callAll(port: number, greets = true): Promise<Speaker> {
  const clients: Socket[] = [];
  for (let at = 0; at < CLIENTS; at += 1) clients.push(await openSocket(port, greets));
  return { teller: await openSocket(port, greets), clients, firstMs: [], changeMs: [], statusMs: [] };
}

interface Took {
  readonly firstMs: number;
  readonly changeMs: number;
}

/** Has all clients wait, sends the line, and waits until they were told; milliseconds. */
async function tellAll({ teller, clients }: Speaker, line: string): Promise<Took> {
  for (const client of clients) client.write('idle mixer\n');
  // Each server has taken its idle by then.
  await sleep(40);
  const waiting = clients.map(client => once(client, 'data'));
  const answered = once(teller, 'data');
  const from = performance.now();
  teller.write(line);
  await Promise.race(waiting);
  const firstMs = performance.now() - from;
  await Promise.all(waiting);
  const changeMs = performance.now() - from;
  await answered;
  return { firstMs, changeMs };
}

async function askStatus({ teller }: Speaker): Promise<number> {
  const answered = once(teller, 'data');
  const from = performance.now();
  teller.write('status\n');
  await answered;
  return performance.now() - from;
}

/** Connects mpDris2, mpdscribble and `mpc idle`, as a desktop does. */
async function startPrograms(context: Context, port: number): Promise<void> {
  const home = join(context.folder, `desktop-${port}`);
  mkdirSync(home);
  const address = `unix:path=${join(home, 'bus')}`;
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    LANG: 'C.UTF-8',
    MPD_HOST: '127.0.0.1',
    MPD_PORT: String(port),
    DBUS_SESSION_BUS_ADDRESS: address,
  };
  const settings = join(home, 'scribble.conf');
  writeFileSync(
    settings,
    `log = ${join(home, 'log')}\nhost = 127.0.0.1\nport = ${port}\n[file]\nfile = ${join(home, 'journal')}\n`,
  );
  for (const [program = '', ...words] of [
    ['dbus-daemon', '--session', '--nofork', `--address=${address}`],
    ['mpDris2'],
    ['mpdscribble', '--no-daemon', '--conf', settings],
    ['mpc', 'idle', 'options'],
  ]) {
    const child = startChild(program, words, { env });
    context.later(() => child.stop());
    await sleep(1_000);
  }
}

function beside(
  what: 'change' | 'status',
  speakers: Readonly<Record<'own' | 'mpd' | 'bare', Speaker>>,
): Verdict {
  const [own, peer, bare] = [speakers.own, speakers.mpd, speakers.bare].map(each =>
    median(each[`${what}Ms`]),
  );
  const times = (own ?? Number.NaN) / (peer ?? Number.NaN);
  return {
    what: what === 'change' ? `a change told to ${CLIENTS} clients, median` : '`status`, median',
    target: `≤ ${MOST[what]} × MPD`,
    figure: `${toFigure(times)} × (${toFigure(own ?? Number.NaN)} ms)`,
    share: times / MOST[what],
    floor: `bare Node ${toFigure(bare ?? Number.NaN)} ms`,
    peer: `MPD ${toFigure(peer ?? Number.NaN)} ms`,
  };
}

export const mpd: Measurement = {
  name: 'mpd',
  title: 'Programs that speak MPD’s protocol',
  about: `Time from a client sending \`setvol\` until the last of ${CLIENTS} others in \`idle\` has been told, and from \`status\` to its answer, while both play (milliseconds); MPD itself and a bare Node server of lines do the same, alternating. Then wake-ups a second at rest over one minute (\`--seconds\`), without and with mpDris2, mpdscribble and \`mpc idle\` connected.`,
  async run(context) {
    const service = await startBenchService({ trackSeconds: 240 });
    context.later(() => service.stop());
    service.sound = () => ({ format: 'wav', rate: 44_100, seconds: 240 });
    const [ownPort, mpdPort] = [await findFreePort(0), await findFreePort(0)];
    const agent = await startAgent({
      folder: join(context.folder, 'agent'),
      serviceUrl: service.url,
      sandbox: service.sandbox,
      environment: { TONEARM_MPD_HOST: '127.0.0.1', TONEARM_MPD_PORT: String(ownPort) },
    });
    context.later(() => agent.stop());
    const environment = { PATH: process.env['PATH'] ?? '', HOME: context.folder };
    const peer = await startMpd({ folder: context.folder, environment, sink: null, port: mpdPort });
    context.later(() => peer.stop());
    const floor = await startLines();
    context.later(() => floor.child.stop());

    context.say('at rest');
    const pids = [agent.child.pid, peer.child.pid];
    const seconds = context.flag('seconds', 60);
    agent.client.stop();
    await sleep(SETTLE_MS);
    const alone = await watch(pids, seconds);
    for (const port of [ownPort, mpdPort]) await startPrograms(context, port);
    await sleep(SETTLE_MS);
    const connected = await watch(pids, seconds);

    context.say('playing');
    agent.client.start();
    await agent.client.whenOnline();
    await agent.client.call('player.play', { sourceId: stationOf(service.sandbox) });
    await peer.command(`add "${service.toneUrl(0)}?.wav"`, 'play');
    await agent.whenState('sound', ({ silenceReason }) => silenceReason === null);
    const speakers = {
      own: await callAll(ownPort),
      mpd: await callAll(mpdPort),
      bare: await callAll(floor.port, false),
    };
    for (let turn = 0; turn < context.flag('calls', 200) + 20; turn += 1)
      for (const [name, speaker] of Object.entries(speakers)) {
        const line = name === 'bare' ? '!\n' : `setvol ${20 + (turn % 60)}\n`;
        const { firstMs, changeMs } = await tellAll(speaker, line);
        const statusMs = await askStatus(speaker);
        // The first ones warm all sides up.
        if (turn < 20) continue;
        speaker.firstMs.push(firstMs);
        speaker.changeMs.push(changeMs);
        speaker.statusMs.push(statusMs);
      }
    const [before, after] = [alone, connected].map(([own]) => own?.wakeUps ?? Number.NaN);
    const more = (after ?? Number.NaN) - (before ?? Number.NaN);
    const rows = SHOWN.flatMap(([what, title]) =>
      Object.entries({ Tonearm: speakers.own, MPD: speakers.mpd, 'bare Node': speakers.bare }).map(
        ([who, speaker]) => [`${who}, ${title}`, ...summaryCells(speaker[what])],
      ),
    );
    return {
      verdicts: [
        beside('change', speakers),
        beside('status', speakers),
        {
          what: 'wake-ups by the three programs',
          target: `≤ ${BY_CHANCE} a second more`,
          figure: `${toFigure(more)} a second`,
          share: more / BY_CHANCE,
          floor: `without them ${toFigure(before ?? Number.NaN)}`,
          peer: `MPD ${toFigure((connected[1]?.wakeUps ?? 0) - (alone[1]?.wakeUps ?? 0))}`,
        },
      ],
      tables: [{ title: 'Milliseconds', table: { head: ['who', ...SUMMARY_HEAD], rows } }],
      notes: [
        `The programs may cause no wake-up: ${BY_CHANCE} a second is what two counts of one minute differ by without a reason.`,
        'The bare server writes the same bytes to as many sockets, and decides nothing. Of a change, Tonearm takes most before it tells the first client: the command passes the control API and the core, and mpv is told before any client. In a profile, no part of that stands out, and the other 63 clients take as long as in the bare server.',
      ],
    };
  },
};
