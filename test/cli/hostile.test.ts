import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import t, { type Test } from 'tap';
import { WebSocketServer } from 'ws';
import { createPrivateAvahi, whyNoAvahi } from '../fakes/machine/avahi.js';
import { run } from '../rigs/cli/run.js';
import { whyNotElsewhere } from '../rigs/cli/elsewhere.js';
import { playingState } from '../fakes/speaker/state.js';
import { openTerminal } from '../rigs/cli/terminal.js';
import { PROGRAM } from '../rigs/program.js';

/** Clears the screen, retitles the window, forges a line; the same by C1; a turned text; line breaks of Unicode. */
const EVIL =
  'x\x1b[2J\x1b]0;owned\x07\r\ntonearm: all is well\x9b31m\x85\x7f\x00\u202egpj.exe\u202c\u2066a\u2069\u200f\u2028b\u2029\u200b\u00ad\u2060\u{e0041}\u3164';
/** What must not reach a terminal, save the ends of our own lines. */
const UNSAFE =
  /[^\P{Cc}\n]|[\u061c\u00ad\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\u{e0000}-\u{e007f}]/u;
const FORGED = /^tonearm: all is well/m;

/** A speaker whose every word is hostile. `refuses`: each call is answered with an error. */
async function startRogue(t: Test, refuses = false): Promise<number> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  t.teardown(() => {
    for (const client of server.clients) client.terminate();
    server.close();
  });
  const hello = {
    protocol: { min: 1, max: 2 },
    deviceUuid: `u${EVIL}`,
    name: EVIL,
    version: EVIL,
    auth: 'none',
    pairing: 'paired',
    nowMs: 0,
    nonce: 'n'.repeat(32),
  };
  const item = { ...playingState().item, title: EVIL, artist: EVIL, album: EVIL };
  const state = {
    ...playingState(),
    item,
    source: { id: EVIL, type: EVIL, name: EVIL },
    notice: { code: EVIL, title: EVIL, message: EVIL },
    upNext: { title: EVIL, artist: EVIL },
  };
  const page = { items: [{ id: EVIL, type: EVIL, name: EVIL, artist: EVIL }], cursor: EVIL };
  const results: Readonly<Record<string, unknown>> = {
    'session.open': { protocol: 2, role: 'owner' },
    'state.subscribe': { revision: 1, nowMs: 0, state },
    'library.collection': page,
    'library.search': page,
    'library.recentFavorites': page,
    'library.topArtists': page,
    'library.feedbacks': { items: [{ target: page.items[0], sourceContext: null }], cursor: EVIL },
    'library.recent': { items: [{ playedAtMs: 0, item, source: state.source, trackId: EVIL }] },
    'alarm.list': { alarms: [{ id: EVIL, time: EVIL, sourceId: EVIL, enabled: true }] },
    'preset.list': { presets: [{ number: 1, source: state.source }] },
    'library.profile': {
      ...{ id: EVIL, fullname: EVIL, displayName: EVIL, bio: EVIL, imageUrl: null, private: false },
      ...{ followers: [{ fullname: EVIL }], following: [] },
    },
    'system.info': {
      versions: { tonearm: EVIL, node: EVIL, mpv: EVIL },
      ...{ deviceUuid: EVIL, name: EVIL, address: EVIL, uptimeMs: 5, serviceProfile: 'core' },
    },
    'access.list': { clients: [{ id: EVIL, name: EVIL, role: 'guest', createdMs: 0 }] },
    'speakers.list': { speakers: [{ id: EVIL, name: EVIL, url: EVIL, self: false, paired: true }] },
    'access.claim': { token: `t${EVIL}`, id: `i${EVIL}`, role: 'guest' },
  };
  server.on('connection', socket => {
    const send = (message: object) => socket.send(JSON.stringify({ jsonrpc: '2.0', ...message }));
    send({ method: 'server.hello', params: hello });
    socket.on('message', data => {
      const { id, method } = JSON.parse((data as Buffer).toString()) as { id: number; method: string };
      const isOpening = method === 'session.open' || method === 'state.subscribe';
      const isRefused = refuses && !isOpening;
      const error = { code: 2006, message: EVIL, data: { reason: EVIL } };
      send(isRefused ? { id, error } : { id, result: results[method] ?? { revision: 1 } });
    });
  });
  return (server.address() as AddressInfo).port;
}

const environment = (folder: string): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'] ?? '',
  HOME: folder,
  DBUS_SYSTEM_BUS_ADDRESS: process.env['DBUS_SYSTEM_BUS_ADDRESS'] ?? '',
});

const VERBS = [
  ...[['status'], ['pause'], ['collection'], ['search', 'x'], ['favorites'], ['artists'], ['thumbs']],
  ...[
    ['profile'],
    ['info'],
    ['phones'],
    ['speakers'],
    ['call', 'system.info'],
    ['recent'],
    ['preset'],
    ['alarm'],
  ],
  ['search', 'x', '--format', '{{name}}\n{{artist}}'],
  // Whoever let this user in is to prove itself from then on.
  ['claim', '123456'],
];

t.test('nothing that a speaker says controls the terminal or passes for a line of ours', async t => {
  const [rogue, refusing] = [await startRogue(t), await startRogue(t, true)];
  const folders = t.testdir({ rogue: {}, refusing: {} });
  for (const port of [rogue, refusing]) {
    const env = environment(join(folders, port === rogue ? 'rogue' : 'refusing'));
    for (const words of VERBS) {
      const { code, stdout, stderr } = await run(['ctl', ...words, '--url', `127.0.0.1:${port}`], env);
      const hasRefused = port === refusing && words[0] !== 'status';
      t.equal(code, hasRefused ? 1 : 0, words.join(' '));
      t.match(hasRefused ? stderr : stdout, /owned/, 'it was told');
      t.notMatch(stdout + stderr, UNSAFE, words.join(' '));
      t.notMatch(stdout + stderr, FORGED);
    }
  }
});

t.test('JSON keeps the true value, and is as harmless', async t => {
  const port = await startRogue(t);
  const env = environment(t.testdir());
  const { stdout } = await run(['ctl', 'status', '--json', '--url', `127.0.0.1:${port}`], env);
  t.notMatch(stdout.trimEnd(), UNSAFE);
  t.equal(stdout.split('\n').length, 2, 'a line');
  t.match(JSON.parse(stdout), {
    speaker: { name: EVIL },
    state: { item: { title: EVIL }, notice: { message: EVIL } },
  });
});

t.test('a line that is drawn over holds no sequence but its own', async t => {
  const port = await startRogue(t);
  const watch = ['ctl', 'watch', '--url', `127.0.0.1:${port}`];
  const program = [process.execPath, PROGRAM];
  const terminal = openTerminal(t, [...program, ...watch], environment(t.testdir()));
  await terminal.sees(/owned[^\r]*\r/);
  terminal.type('\x03');
  t.equal(await terminal.ended, 0);
  // eslint-disable-next-line no-control-regex -- these are the sequences that are meant
  const own = /\r\x1b\[\?7l|\x1b\[K\x1b\[\?7h|\x1b\[(?:1|32|33|0)m|\r\n|\^C/g;
  const foreign = terminal.shown().replaceAll(own, '');
  t.match(foreign, /owned/);
  t.notMatch(foreign, UNSAFE);
});

t.test('names and records of DNS-SD', { skip: whyNoAvahi() || whyNotElsewhere() }, async t => {
  const avahi = createPrivateAvahi(t);
  await avahi.begin();
  const env = environment(t.testdir());
  const port = String(await startRogue(t));
  const name = 'Kit\x1b[2J\x9b31m\u202enehc\x7f';
  const publish = async (instance: string, id: string) => {
    const words = ['-s', instance, '_tonearm._tcp', port, `id=${id}`, `ver=\x1b[31m\u009b`, 'path=/control'];
    const child = spawn('avahi-publish', words, { env, stdio: 'ignore' });
    t.teardown(() => child.kill('SIGKILL'));
    await avahi.resolve(instance);
  };
  await publish(name, 'd\x1b[31m1');
  const missing = await run(['ctl', 'status', '--device', 'Attic'], env);
  t.match(missing, { code: 1, stderr: /, only "Kit/ });
  await publish(`${name}2`, 'd2');
  const several = await run(['ctl', 'status'], env);
  t.match(several, { code: 64, stderr: /\n→ choose one with --device: "Kit/ });
  const named = await run(['ctl', 'status', '--device', `${name}2`], env);
  t.match(
    named,
    { code: 1, stdout: '', stderr: /is not the speaker/ },
    'it greets by another id than it published',
  );
  for (const { stdout, stderr } of [missing, several, named]) t.notMatch(stdout + stderr, UNSAFE);
});
