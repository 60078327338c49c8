/** The control script of a Snapcast stream, with an agent of fakes and without snapserver. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import t, { type Test } from 'tap';
import { createNews } from '../../src/cli/snapcast/news.js';
import { makeFolder } from '../rigs/cli/folder.js';
import { isRunning, untilEnded } from '../rigs/agent/process.js';
import { runInstalled, whyNotInstalled } from '../rigs/cli/installed.js';
import { isAway, SCRIPT_WORDS, startScript } from '../rigs/cli/snapcast.js';
import { startFakeDevice } from '../rigs/control/device.js';
import { ITEM, PLAYING } from '../rigs/mpd/room.js';

const CAN = {
  play: true,
  pause: true,
  next: true,
  previous: false,
  replay: false,
  seek: true,
  feedback: false,
};

async function openRoom(t: Test) {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  const script = startScript(t, { TONEARM_RUNTIME_DIR: dirname(device.socketPath) });
  await script.untilTold('online', told => told.canControl === true);
  return { device, script };
}

t.test('snapserver is told what plays, as its properties are written', async t => {
  const { device, script } = await openRoom(t);
  t.strictSame(script.messages[0], { jsonrpc: '2.0', method: 'Plugin.Stream.Ready' }, 'it is ready first');
  const position = { positionMs: 60_000, atMs: Date.now(), rate: 0 } as const;
  const artUrl = 'https://art.example.com/low-water.jpg';
  device.agent.change({ ...PLAYING, item: { ...ITEM, artUrl }, position, volume: 40, can: CAN });
  const told = await script.untilTold('playing', ({ playbackStatus }) => playbackStatus === 'playing');
  const expected = {
    playbackStatus: 'playing',
    volume: 40,
    canControl: true,
    canPlay: true,
    canPause: true,
    canGoNext: true,
    canGoPrevious: false,
    canSeek: true,
    metadata: { title: 'Tide', artist: ['The Harbours'], album: 'Sea', artUrl, duration: 200 },
    position: 60,
  };
  t.strictSame(told, expected);
  t.strictSame((await script.ask('GetProperties')).result, expected, 'it answers the same');

  const { kind, index, title, feedback, interactions } = ITEM;
  device.agent.change({ item: { kind, index, title, podcast: 'Tales', feedback, interactions } });
  const { metadata } = await script.untilTold('bare', told => told.metadata['artist'] === undefined);
  t.strictSame(metadata, { title: 'Tide', album: 'Tales' }, 'what is unknown is left out');
});

t.test('snapserver is told of a position that leaps, and of nothing twice', async t => {
  const { device, script } = await openRoom(t);
  const at = (positionMs: number) => ({ position: { positionMs, atMs: Date.now(), rate: 1 } as const });
  device.agent.change({ ...PLAYING, ...at(10_000) });
  await script.untilTold('playing', ({ metadata }) => metadata['title'] === 'Tide');
  const before = script.told().length;
  device.agent.change(at(10_050));
  device.agent.change({ account: null });
  device.agent.change(at(90_000));
  const { position = 0 } = await script.untilTold('leapt', told => (told.position ?? 0) > 80);
  t.ok(position >= 90 && position < 200, `at ${position} s`);
  t.equal(script.told().length, before + 1);
});

t.test('news of the position alone come rarely, and only while it moves', async t => {
  let steadyMs = 0;
  const device = await startFakeDevice();
  t.teardown(device.stop);
  const at = (rate: 0 | 1) => {
    device.agent.change({ ...PLAYING, position: { positionMs: 0, atMs: 0, rate } });
    return device.agent.snapshot().state;
  };
  const speaker = { phase: 'online' as const, state: at(1), positionMs: () => steadyMs };
  const playing = createNews({ speaker, steadyMs: () => steadyMs });
  const heard = [];
  for (; steadyMs < 100_000; steadyMs += 2_000) heard.push(playing.tellNew()?.position ?? []);
  t.strictSame(heard.flat(), [0, 32, 64, 96]);

  const still = { ...speaker, state: at(0), positionMs: () => 5_000 };
  const paused = createNews({ speaker: still, steadyMs: () => steadyMs });
  t.equal(paused.tellNew()?.position, 5);
  steadyMs += 3_600_000;
  t.equal(paused.tellNew(), null);
  t.equal(paused.tell().position, 5, 'who asks is told');
});

t.test('snapserver is told why it is silent', async t => {
  const { device, script } = await openRoom(t);
  device.agent.change({ ...PLAYING, silenceReason: 'offline' });
  const offline = await script.untilTold('of it', ({ metadata }) => metadata['title'] === 'Tide');
  t.strictSame(offline.metadata['comment'], ['The service cannot be reached']);
  device.agent.change({ silenceReason: null });
  await script.untilTold('sounding', ({ metadata }) => metadata['comment'] === undefined);
});

t.test('the agent does what snapserver asks for', async t => {
  const { device, script } = await openRoom(t);
  const rows = [
    ['play', undefined, { type: 'play' }],
    ['pause', undefined, { type: 'pause' }],
    ['playPause', undefined, { type: 'playPause' }],
    ['stop', undefined, { type: 'stop' }],
    ['next', undefined, { type: 'next' }],
    ['previous', {}, { type: 'previous' }],
    ['seek', { offset: -12.5 }, { type: 'seek', offsetMs: -12_500 }],
    ['setPosition', { position: 1234.5670166 }, { type: 'seek', positionMs: 1_234_567 }],
  ] as const;
  for (const [command, params, expected] of rows) {
    t.match(await script.control(command, params), { result: 'ok', error: undefined }, command);
    t.match(device.agent.commands.at(-1), { command: expected, cause: { client: 'Snapcast' } }, command);
  }
  const volumes = [
    [30, 30],
    [29.6, 30],
    [200, 100],
    [-10, 0],
    // Minus ten, as 0.26 passes it on.
    [65_526, 0],
  ] as const;
  for (const [asked, volume] of volumes) {
    t.match(await script.ask('SetProperty', { volume: asked }), { result: 'ok' }, `volume ${asked}`);
    t.strictSame(device.agent.commands.at(-1)?.command, { type: 'setVolume', volume });
    await script.untilTold('the volume', told => told.volume === volume);
  }
});

t.test('a refusal reaches the client as a sentence, and rubbish costs nothing', async t => {
  const { device, script } = await openRoom(t);
  const before = device.agent.commands.length;
  script.write('\r\n\nnoise\n[]\n[{"id":1}]\nnull\n7\n"text"\n{"jsonrpc":"2.0","method":"Other"}\n');
  const refused = [
    await script.control('eject'),
    await script.control('constructor'),
    await script.control('seek'),
    await script.control('seek', { offset: '10' }),
    await script.control('setPosition', { position: 1e300 }),
    await script.ask('Control'),
    await script.ask('SetProperty', { loopStatus: 'track' }),
    await script.ask('SetProperty', { volume: 'loud' }),
    await script.ask('SetProperty', {}),
    await script.ask('SetProperty'),
    await script.ask('Other'),
  ];
  for (const { error, result } of refused) {
    t.match(error, { code: 100, message: 'Tonearm', data: /^[A-Z].*\.$/ });
    t.equal(result, undefined);
  }
  t.equal(device.agent.commands.length, before, 'nothing was done');
  script.write('{"id":"a","jsonrpc":"2.0","method":"Plugin.Stream.Player.Get');
  script.write('Properties"}\r\n');
  script.write(`${'x'.repeat(3_000_000)}\n`);
  t.match(await script.ask('GetProperties'), { result: { canControl: true } });
  t.equal(script.messages.filter(({ id }) => id === 'a').length, 1, 'two writes are one line');

  device.agent.answer = () => Promise.reject(new Error('a bug'));
  t.type((await script.control('next')).error?.data, 'string');
});

t.test('an agent that is away can do nothing, and the script waits for it', async t => {
  const runtimeDir = makeFolder(t);
  const script = startScript(t, { TONEARM_RUNTIME_DIR: runtimeDir });
  await script.untilTold('away', isAway);
  t.match(await script.control('play'), { error: { code: 100, data: 'Tonearm is not running.' } });
  for (const volume of [41, 42]) {
    const device = await startFakeDevice({ control: { runtimeDir }, revision: volume * 1_000 });
    device.agent.change({ ...PLAYING, volume, can: CAN });
    await script.untilTold('there', told => told.volume === volume);
    t.match(await script.control('pause'), { result: 'ok' });
    await device.stop();
    await script.untilTold('away', isAway);
  }
  script.child.stdin.end();
  t.strictSame(await script.ended, [0, null]);
  t.equal(await script.stderr, '', 'an agent that is away is no news');
});

t.test('the script ends when nobody reads what it says', async t => {
  const { device, script } = await openRoom(t);
  script.child.stdout.destroy();
  device.agent.change(PLAYING);
  t.strictSame(await script.ended, [0, null]);
});

t.test('the script ends with its server, although its input stays open', async t => {
  const folder = makeFolder(t);
  // A pipe that its reader can write to never ends: of two scripts, each has inherited the other's.
  const shell = 'mkfifo "$0"; "$@" <> "$0" & echo "$!" >&2; wait';
  const server = spawn('sh', ['-c', shell, join(folder, 'pipe'), process.execPath, ...SCRIPT_WORDS], {
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, TONEARM_RUNTIME_DIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [pid] = (await once(createInterface({ input: server.stderr }), 'line')) as [string];
  await once(server.stdout, 'data');
  await new Promise(resolve => setTimeout(resolve, 3_000));
  t.ok(isRunning(Number(pid)), 'it waits for an agent');
  server.kill('SIGKILL');
  await untilEnded(Number(pid));
});

t.test('a server without the group of the socket is told so', { skip: whyNotInstalled }, async t => {
  const places =
    'mkdir -m 750 /run/tonearm /run/tonearm@kitchen /etc/tonearm && touch /etc/tonearm/tonearm.env';
  // What systemd tells the server about its own folders.
  const environment = { RUNTIME_DIRECTORY: '/run/snapserver', STATE_DIRECTORY: '/var/lib/snapserver' };
  const rows = [
    [[], '/run/tonearm/control.sock'],
    [['--device', 'kitchen'], '/run/tonearm@kitchen/control.sock'],
  ] as const;
  for (const [words, path] of rows) {
    const installed = { setUp: places, environment };
    const { code, stderr } = await runInstalled(makeFolder(t), installed, ['snapcast', ...words]);
    t.equal(code, 0, 'its input has ended');
    t.match(stderr, `may not open ${path}`);
    t.match(stderr, /; give snapserver the group tonearm, as docs\/snapcast\.md shows\n$/);
    t.equal(stderr.trim().split('\n').length, 1, 'in one line');
    // Words by which snapserver takes a line for another level.
    t.notMatch(stderr, / (error|warning|debug|fatal)/);
  }
});
