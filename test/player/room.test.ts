import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t, { type Test } from 'tap';
import { findProgram } from '../../src/player/process/program.js';
import { drawRoom, type RoomOptions } from '../../src/player/process/room.js';
import { until } from '../bench/rig/waiting.js';
import { startAudioServer } from '../fakes/audio/server.js';
import { whyNoLandlock, writeSetpriv } from '../fakes/machine/landlock.js';
import { withoutPowers } from '../fakes/machine/powerless.js';
import { createNamespace, whyNoNamespace } from '../fakes/machine/namespace.js';
import { createRig, createRuntimeDir, type Rig } from './rig.js';
import { removeFolder } from '../fakes/machine/remove-folder.js';

const PATH = process.env['PATH'] ?? '';

/** Where not too many paths would have to be listed for its room. */
function draw(options: RoomOptions): readonly string[] {
  const room = drawRoom(options);
  if (room === null) throw new Error('too many paths would have to be listed for its room');
  return room;
}

t.test('The room tells setpriv exactly what to allow', async t => {
  const top = t.testdir({
    home: { '.asoundrc': '', '.config': { pulse: { cookie: '' } }, music: {} },
    lib: {
      tonearm: { 'credentials.json': '' },
      'tonearm@kitchen': {},
      alsa: {},
      link: t.fixture('symlink', 'tonearm'),
    },
    run: { tonearm: {}, pulse: {}, 'pid.file': '' },
    keys: { 'key.pem': '', 'other.pem': '' },
    certs: { 'cert.pem': '' },
  });
  const [home = '', lib = '', run = '', keys = '', certs = ''] = ['home', 'lib', 'run', 'keys', 'certs'].map(
    name => join(top, name),
  );
  const words = draw({
    program: '/usr/bin/mpv',
    socketFolder: join(run, 'tonearm'),
    // By another name, as links give one.
    ours: [join(lib, 'link'), join(run, 'tonearm')],
    environment: {
      HOME: home,
      XDG_RUNTIME_DIR: run,
      PULSE_SERVER: `unix:${join(home, 'music')}`,
      PIPEWIRE_CORE: 'x',
      ALSA_CONFIG_DIR: top,
      // As a player that was taken over might make it.
      ALSA_CONFIG_PATH: join(lib, 'link'),
      PULSE_RUNTIME_PATH: join(lib, 'link'),
      TONEARM_TLS_KEY_FILE: join(keys, 'key.pem'),
      TONEARM_TLS_CERT_FILE: join(certs, 'cert.pem'),
      TONEARM_DEVICE_NAME: lib,
    },
  });
  const [nnp, access, all] = words;
  t.strictSame([nnp, access], ['--no-new-privs', '--landlock-access']);
  t.match(all, /^fs:execute,.*refer$/);
  const every = (all ?? '').slice(3);
  const rules = words.slice(3).filter(word => word !== '--landlock-rule');
  const ofFiles = 'execute,write-file,read-file,truncate';
  for (const rule of [
    'execute,read-file,read-dir:/usr',
    'execute,read-file,read-dir:/proc',
    `${every}:/dev`,
    'execute,read-file:/usr/bin/mpv',
    `execute,read-file,read-dir:${lib}/alsa`,
    `${every}:${run}/pulse`,
    `${ofFiles}:${run}/pid.file`,
    `make-sock:${run}/tonearm`,
    `execute,read-file:${keys}/other.pem`,
    `execute,read-file,read-dir:${certs}`,
    `execute,read-file:${home}/.asoundrc`,
    `execute,read-file,read-dir:${home}/.config/pulse`,
    `execute,read-file,read-dir:${home}/music`,
  ])
    t.ok(rules.includes(`path-beneath:${rule}`), rule);
  const whole = rules.filter(rule => rule.includes(':execute,')).map(rule => rule.split(':')[2] ?? '');
  for (const hidden of [
    `${lib}/tonearm/x`,
    `${lib}/tonearm@kitchen/x`,
    `${run}/tonearm/x`,
    `${keys}/key.pem`,
    `${home}/x`,
  ])
    t.notOk(
      whole.find(path => `${hidden}/`.startsWith(`${path}/`)),
      hidden,
    );
  t.notOk(rules.some(rule => rule.endsWith(`:${lib}/link`) || rule.endsWith(`:${run}`)));
  t.notOk(whole.includes('/home') || whole.includes('/root'));
  t.notOk(
    rules.some(rule => rule.includes('.pulse-cookie')),
    'nothing that is not there',
  );
});

t.test('A room with too many paths is refused; links do not count', async t => {
  // Not among temporary files, of which less is shown; the sources may lie there.
  const crowd = mkdtempSync('/var/tmp/crowd-');
  t.teardown(() => removeFolder(crowd));
  mkdirSync(join(crowd, 'state'), { recursive: true });
  const options = { program: '/usr/bin/mpv', socketFolder: crowd, ours: [join(crowd, 'state')] };
  for (let n = 0; n < 600; n += 1) symlinkSync('state', join(crowd, `link-${n}`));
  t.not(drawRoom({ ...options, environment: {} }), null);
  for (let n = 0; n < 600; n += 1) writeFileSync(join(crowd, `file-${n}`), '');
  t.equal(drawRoom({ ...options, environment: {} }), null);
});

t.test('A path where the player writes gets no rule', async t => {
  // By the time setpriv goes there it may be a link.
  const folder = mkdtempSync('/dev/shm/said-');
  t.teardown(() => removeFolder(folder));
  const environment = { PULSE_CLIENTCONFIG: join(folder, 'client.conf'), PULSE_RUNTIME_PATH: folder };
  writeFileSync(environment.PULSE_CLIENTCONFIG, '');
  const state = t.testdir();
  const words = draw({ program: '/usr/bin/mpv', socketFolder: state, ours: [state], environment });
  t.strictSame(
    words.filter(word => word.includes(folder) && !word.startsWith('path-beneath:execute,write-file')),
    [],
  );
  t.notOk(words.some(word => word.endsWith('client.conf')));
});

/** A setpriv that says so of Landlock, and notes what it was asked. */
function writeOldSetpriv(t: Test, words: string): { readonly folder: string; readonly asked: () => string } {
  const folder = t.testdir();
  const notes = join(folder, 'asked');
  const real = findProgram('setpriv', PATH) ?? '';
  writeFileSync(
    join(folder, 'setpriv'),
    `#!/bin/sh\necho "$*" >> '${notes}'\ncase "$*" in *landlock*) echo "${words}" >&2; exit 1;; esac\nexec '${real}' "$@"\n`,
  );
  chmodSync(join(folder, 'setpriv'), 0o755);
  return { folder, asked: () => readFileSync(notes, 'utf8') };
}

const noSetpriv = findProgram('setpriv', PATH) === null && 'no setpriv here';

t.test('The player plays without a room where setpriv lacks Landlock', { skip: noSetpriv }, async t => {
  const { folder, asked } = writeOldSetpriv(t, 'setpriv: Unbekannte Option »--landlock-access«');
  const server = await startAudioServer();
  t.teardown(() => server.close());
  const environment = { ...process.env, PATH: `${folder}:${PATH}` };
  const { player, log, load, lines } = createRig(t, { environment });
  await player.start(log.add);
  const loadId = await load({ url: server.address('tone/1') });
  await log.next('player.started', loadId);
  t.match(
    asked(),
    /^[^\n]*--landlock-access fs:[^\n]*mpv --no-config[^\n]*\n--pdeathsig KILL [^\n]*mpv --no-config[^\n]*\n$/,
  );
  t.notOk(lines.some(({ level }) => level === 'warn'));
  t.equal(lines.filter(({ message }) => /no room of its own/.test(message)).length, 1);
  t.notOk(log.all.some(({ type }) => type === 'player.died'));
});

t.test('The log tells once of a room that setpriv cannot make', { skip: noSetpriv }, async t => {
  const { folder } = writeOldSetpriv(t, 'setpriv: landlock_add_rule failed: Bad file descriptor');
  const environment = { ...process.env, PATH: `${folder}:${PATH}` };
  const { player, log, lines } = createRig(t, { environment });
  await player.start(log.add);
  t.match(
    lines.filter(({ level }) => level === 'warn'),
    [{ message: /started without/, details: { detail: /landlock_add_rule failed/ } }],
  );
  t.equal(lines.filter(({ level }) => level === 'warn').length, 1);
});

t.test('The owner’s word keeps the player out of a room', { skip: noSetpriv }, async t => {
  const { folder, asked } = writeOldSetpriv(t, 'asked');
  const environment = { ...process.env, PATH: `${folder}:${PATH}` };
  const { player, log, lines } = createRig(t, { environment, room: false });
  await player.start(log.add);
  t.notMatch(asked(), /landlock/);
  t.match(asked(), /--pdeathsig KILL [^\n]*mpv --no-config/);
  t.notOk(lines.some(({ level }) => level === 'warn'));
});

t.test('The room leaves out paths that it cannot examine', async t => {
  const home = t.testdir({ '.config': '', '.asoundrc': t.fixture('symlink', '.asoundrc') });
  const environment = { HOME: home, XDG_RUNTIME_DIR: join(home, '.config'), ALSA_CONFIG_PATH: '/\0' };
  const words = draw({
    program: '/usr/bin/mpv',
    socketFolder: home,
    ours: [home, '/nowhere'],
    environment,
  });
  t.notOk(words.some(word => word.includes(`${home}/`) || word.includes('\0') || word.includes('/nowhere')));
});

const stand = mkdtempSync(join(tmpdir(), 'landlock-'));
t.teardown(() => removeFolder(stand));
const noLandlock = whyNoLandlock(stand);

/** What a player that is taken over can do: a program in its place, run with its words. */
function tryInRoom(t: Test, script: string) {
  const folder = mkdtempSync(join(tmpdir(), 'room-'));
  t.teardown(() => removeFolder(folder));
  const state = join(folder, 'state');
  // Where the agent puts it that a user has started.
  const session = join(folder, 'run');
  const sockets = join(session, 'tonearm');
  for (const path of [state, sockets]) mkdirSync(path, { recursive: true });
  writeFileSync(join(state, 'credentials.json'), 'secret');
  writeFileSync(join(sockets, 'position.json'), 'secret');
  writeFileSync(join(folder, '.asoundrc'), 'pcm');
  const before = draw({
    program: '/bin/sh',
    socketFolder: sockets,
    ours: [state, sockets],
    environment: { HOME: folder, XDG_RUNTIME_DIR: session },
  });
  const more = [folder, String(process.pid), fileURLToPath(import.meta.url)];
  const words = [...before, '/bin/sh', '-c', script, 'sh', ...more];
  // Root's powers look into any process (CAP_PERFMON); the agent's user has none.
  const { command, args } = withoutPowers(writeSetpriv(stand), words);
  const { stdout, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    env: { PATH, HOME: folder },
  });
  return { stdout, stderr };
}

t.test('a player in its room reaches nothing that is the agent’s', { skip: noLandlock }, async t => {
  const deeds: Readonly<Record<string, string>> = {
    'reads the tokens': 'cat "$1/state/credentials.json"',
    'lists the state': 'ls "$1/state"',
    'writes into the state': 'echo x > "$1/state/credentials.json"',
    'cuts the state': 'truncate -s 0 "$1/state/credentials.json"',
    'removes the state': 'rm "$1/state/credentials.json"',
    'renames the state': 'mv "$1/state/credentials.json" "$1/run/tonearm/x"',
    'writes the position': 'echo x > "$1/run/tonearm/position.json"',
    'removes the position': 'rm "$1/run/tonearm/position.json"',
    'reads the position': 'cat "$1/run/tonearm/position.json"',
    'reads the agent’s environment': 'cat "/proc/$2/environ"',
    'reads the agent’s open files': 'ls "/proc/$2/fd/"; cat "/proc/$2/fd/1"',
    'reads a home': 'ls "$1"',
    'reads the agent’s memory': 'head -c 1 "/proc/$2/mem"; cat "/proc/$2/maps"',
    'goes through the agent’s folder': 'cat "/proc/$2/root$1/state/credentials.json"; ls "/proc/$2/cwd/"',
    'renames the folder of the state': 'mv "$1/state" "$1/run/tonearm/state"; mv "$1" /dev/shm/',
    'links the state': 'ln "$1/state/credentials.json" /var/tmp/x-$$',
    'changes what others run': ': >> "$3"',
    'ranks the agent first to be killed': 'echo 1000 > "/proc/$2/oom_score_adj"',
    'leaves a file beside the state': 'echo x > "$1/x"',
    'lists the folder of the session': 'ls "$1/run/"',
    'lists the runtime folder': 'ls "$1/run/tonearm/"',
    'makes a folder where the position is to be': 'mkdir "$1/run/tonearm/position.json.new"',
    'makes a folder in that of the session': 'mkdir "$1/run/x"',
    'changes how sound is set up': 'echo x >> "$1/.asoundrc"',
    'leaves a file among the sockets': 'echo x > "$1/run/tonearm/x"',
  };
  for (const [deed, script] of Object.entries(deeds)) {
    const { stdout, stderr } = tryInRoom(t, script);
    t.match(stderr, /denied|not permitted|not found|cannot|cross-device/i, deed);
    t.notMatch(stdout, /secret|PATH=/, deed);
  }
  const { stdout } = tryInRoom(
    t,
    'python3 -c \'import socket, sys; socket.socket(socket.AF_UNIX).bind(sys.argv[1])\' "$1/run/tonearm/s" && echo good; head -c 3 "$1/.asoundrc"; head -c 9 /etc/hosts',
  );
  t.match(stdout, /^good\npcm./, 'and what it needs is there');
});

/** So the player sees the rest of the machine, by a script in its place. */
t.test('The room holds everything that sound needs', { skip: noLandlock }, async t => {
  // ALSA's mixer (dmix) makes a socket in the temporary folder and removes it.
  const bind = 'import os, socket, sys; socket.socket(socket.AF_UNIX).bind(sys.argv[1]); print("made")';
  const path = join('/tmp', `alsa-dmix-${process.pid}`);
  t.teardown(() => rmSync(path, { force: true }));
  t.match(tryInRoom(t, `python3 -c '${bind}' '${path}'`).stdout, /made/, 'a socket of the mixer');
  const memory = 'f=/dev/shm/pulse-shm-$$; echo good > $f && cat $f && rm $f';
  t.match(tryInRoom(t, memory).stdout, /good/, 'shared memory');
  const files = [
    '/etc/resolv.conf',
    '/etc/hosts',
    '/etc/nsswitch.conf',
    '/etc/ssl/certs/ca-certificates.crt',
  ];
  for (const file of files.filter(existsSync))
    t.equal(tryInRoom(t, `cat '${file}' > /dev/null`).stderr, '', file);
  t.match(tryInRoom(t, 'getent ahosts localhost').stdout, /127\.0\.0\.1|::1/, 'names');
});

const noMount = noLandlock || whyNoNamespace(['mount']);

t.test('A list of name servers that is replaced in its folder is seen', { skip: noMount }, async t => {
  const space = await createNamespace(t, ['mount']);
  space.run('mount -t tmpfs tmpfs /run; mkdir -p /run/tonearm /run/names; echo old > /run/names/list');
  const copy = join(t.testdir(), 'etc');
  space.run('cp -a /etc "$1"; ln -sf /run/names/list "$1/resolv.conf"; mount --bind "$1" /etc', copy);
  const [command = '', ...words] = space.words;
  const run = (...more: string[]) => spawnSync(command, [...words, ...more], { encoding: 'utf8' }).stdout;
  const tell = `import { drawRoom } from '${import.meta.resolve('../../src/player/process/room.js')}';
    const place = '/run/tonearm';
    const room = drawRoom({ program: '/bin/sh', socketFolder: place, ours: [place], environment: {} });
    console.log(JSON.stringify(room));`;
  const room = JSON.parse(run(process.execPath, '--input-type=module', '-e', tell)) as string[];
  space.run('mv /run/names/list /run/names/old; echo new > /run/names/list');
  t.equal(run(writeSetpriv(stand), ...room, '/bin/cat', '/etc/resolv.conf'), 'new\n');
});

t.test('The player misses a list of name servers that another has replaced', { skip: noMount }, async t => {
  const space = await createNamespace(t, ['mount']);
  const copy = join(t.testdir(), 'etc');
  space.run('cp -aL /etc/. "$1" || true; mount --bind "$1" /etc; mount -t tmpfs tmpfs /run', copy);
  const [command = '', ...words] = space.words;
  writeSetpriv(stand);
  const tell = `import { Starter } from '${import.meta.resolve('../../src/player/process/starter.js')}';
    import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
    const place = '/run/tonearm';
    for (const path of [place, '/etc/hidden']) mkdirSync(path);
    const told = { socketFolder: place, environment: { PATH: '${stand}:${PATH}' }, trial: [], program: '/bin/sleep' };
    const logger = { debug: () => undefined, warn: () => undefined };
    for (const ours of [[place], [place, '/etc/hidden']]) {
      const starter = new Starter({ ...told, ours, room: true, logger });
      const child = starter.start(['600']);
      starter.answered();
      const before = starter.hasOldHosts();
      writeFileSync('/etc/resolv.conf.new', 'nameserver 192.0.2.1');
      renameSync('/etc/resolv.conf.new', '/etc/resolv.conf');
      console.log(before, starter.hasOldHosts());
      child.kill('over');
    }`;
  const run = [...words, process.execPath, '--input-type=module', '-e', tell];
  const told = spawnSync(command, run, { encoding: 'utf8' }).stdout;
  t.equal(told, 'false false\nfalse true\n', 'not where the whole folder is seen, but beside what is hidden');
});

t.test('a script in its place sounds into the pipe that it names', { skip: noLandlock }, async t => {
  const folder = createRuntimeDir(t);
  const pipe = join(folder, 'fifo');
  spawnSync('mkfifo', [pipe]);
  const script = join(folder, 'mpv');
  writeFileSync(
    script,
    `#!/bin/sh\npipe=${pipe}\nexec mpv "$@" --ao=pcm --ao-pcm-file="$pipe" --ao-pcm-waveheader=no\n`,
  );
  chmodSync(script, 0o755);
  writeSetpriv(stand);
  const server = await startAudioServer();
  t.teardown(() => server.close());
  const reader = spawn('head', ['-c', '40000', pipe], { stdio: ['ignore', 'pipe', 'ignore'] });
  t.teardown(() => reader.kill());
  const environment = { ...process.env, PATH: `${stand}:${PATH}` };
  const rig = createRig(t, { environment, mpvPath: script, audioOutput: null });
  await rig.player.start(rig.log.add);
  t.ok(
    rig.lines.some(({ message }) => /cannot see the agent/.test(message)),
    'it is in its room',
  );
  await rig.load({ url: server.address('tone/20') });
  const heard = await reader.stdout.reduce((bytes: number, chunk: Buffer) => bytes + chunk.length, 0);
  t.equal(heard, 40_000);
});

/** The real mpv in its room by a script, whose sound goes where that says. */
function createPiped(t: Test, output: string) {
  writeSetpriv(stand);
  const folder = createRuntimeDir(t);
  const script = join(folder, 'mpv');
  writeFileSync(script, `#!/bin/sh\nexec mpv "$@" --ao=pcm --ao-pcm-file=${output} --ao-pcm-waveheader=no\n`);
  chmodSync(script, 0o755);
  const environment = { ...process.env, PATH: `${stand}:${PATH}` };
  return createRig(t, { environment, mpvPath: script, audioOutput: null });
}

const warnings = ({ lines }: Rig) =>
  lines.filter(({ level }) => level === 'warn').map(({ message }) => message);
const ROOMLESS = /started without/;

t.test('a pipe that is made anew while the player waits is written into', { skip: noLandlock }, async t => {
  const pipe = join(createRuntimeDir(t), 'fifo');
  spawnSync('mkfifo', [pipe]);
  const rig = createPiped(t, pipe);
  await rig.player.start(rig.log.add);
  await rig.log.next('player.ready');
  // As a server of several rooms does that starts anew.
  rmSync(pipe);
  spawnSync('mkfifo', [pipe]);
  const server = await startAudioServer();
  t.teardown(() => server.close());
  // The second load finds that a new player would sound.
  for (let again = 0; again < 2; again += 1) {
    const loadId = await rig.load({ url: server.address('tone/20') });
    t.match(await rig.log.next('player.failed', loadId), { fault: 'device' });
  }
  await rig.log.next('player.died');
  await rig.log.next('player.ready');
  const reader = spawn('head', ['-c', '40000', pipe], { stdio: ['ignore', 'pipe', 'ignore'] });
  t.teardown(() => reader.kill());
  await rig.load({ url: server.address('tone/20') });
  t.equal(await reader.stdout.reduce((bytes: number, chunk: Buffer) => bytes + chunk.length, 0), 40_000);
  t.notOk(
    warnings(rig).some(message => ROOMLESS.test(message)),
    'still in a room',
  );
});

const noPulse = findProgram('pulseaudio', PATH) === null && 'no pulseaudio here';

t.test(
  'a sound server is found, also when it starts later, or anew',
  { skip: noLandlock || noPulse },
  async t => {
    const session = createRuntimeDir(t);
    const environment = {
      ...process.env,
      PATH: `${stand}:${PATH}`,
      HOME: createRuntimeDir(t),
      XDG_RUNTIME_DIR: session,
    };
    const startPulse = async () => {
      const words = [
        '-n',
        '--daemonize=no',
        '--exit-idle-time=-1',
        '-L',
        'module-null-sink',
        '-L',
        'module-native-protocol-unix',
      ];
      const server = spawn('pulseaudio', words, { env: environment, stdio: 'ignore' });
      t.teardown(() => server.kill('SIGKILL'));
      while (!existsSync(join(session, 'pulse', 'native')))
        await new Promise(resolve => setTimeout(resolve, 20));
      return async () => {
        server.kill();
        await once(server, 'exit');
        removeFolder(join(session, 'pulse'));
      };
    };
    writeSetpriv(stand);
    const tones = await startAudioServer();
    t.teardown(() => tones.close());
    const runtimeDir = join(session, 'tonearm');
    const rig = createRig(t, { environment, runtimeDir, audioOutput: 'pulse' });
    await rig.player.start(rig.log.add);
    t.ok(
      rig.lines.some(({ message }) => /cannot see the agent/.test(message)),
      'it is in its room',
    );
    const tooEarly = await rig.load({ url: tones.address('tone/1') });
    t.match(await rig.log.next('player.failed', tooEarly), { fault: 'device' });
    const sounds = async () => {
      const since = rig.log.all.length;
      const loadId = await rig.load({ url: tones.address('tone/1') }).catch(() => null);
      if (loadId === null) return false;
      const isOver = ({ type }: { readonly type: string }) =>
        ['player.ended', 'player.failed', 'player.died'].includes(type);
      const over = await until('it is over', () => rig.log.all.slice(since).find(isOver) ?? null);
      return over.type === 'player.ended';
    };
    for (let again = 0; again < 3; again += 1) {
      // Its folder is another one each time: seen by the next player.
      const stop = await startPulse();
      await until('it sounds', sounds);
      await stop();
    }
    t.notOk(
      warnings(rig).some(message => ROOMLESS.test(message)),
      'still in its room',
    );
  },
);

t.test('a player that never answers in its room is started without', { skip: noLandlock }, async t => {
  writeSetpriv(stand);
  const folder = createRuntimeDir(t);
  const script = join(folder, 'mpv');
  const secret = join(folder, 'secret');
  writeFileSync(secret, '');
  // Needs what it may not see.
  writeFileSync(script, `#!/bin/sh\ncat '${secret}' || exit 3\nexec mpv "$@"\n`);
  chmodSync(script, 0o755);
  const environment = { ...process.env, PATH: `${stand}:${PATH}` };
  const { player, log, lines } = createRig(t, { environment, mpvPath: script });
  await player.start(log.add);
  await log.next('player.ready');
  t.equal(lines.filter(({ message }) => /started without/.test(message)).length, 1);
});

t.test('The room leaves open what docs/player-room.md names', { skip: noLandlock }, async t => {
  const connect =
    'import socket, sys; socket.socket(socket.AF_UNIX).connect(sys.argv[1]); print("connected")';
  const server = createServer(socket => socket.destroy());
  const path = join(createRuntimeDir(t), 'control.sock');
  await new Promise<void>(resolve => server.listen(path, resolve));
  t.teardown(() => server.close());
  t.match(tryInRoom(t, `python3 -c '${connect}' '${path}'`).stdout, /connected/, 'sockets of the same user');
  t.match(tryInRoom(t, 'kill -0 "$2" && echo sent').stdout, /sent/, 'signals');
});

t.test('the real mpv plays in its room, and dies with the agent’s word', { skip: noLandlock }, async t => {
  writeSetpriv(stand);
  const server = await startAudioServer();
  t.teardown(() => server.close());
  const runtimeDir = createRuntimeDir(t);
  const environment = { ...process.env, PATH: `${stand}:${PATH}` };
  const { player, log, load, lines } = createRig(t, { environment, runtimeDir });
  await player.start(log.add);
  t.ok(
    lines.some(({ message }) => /cannot see the agent/.test(message)),
    'it is in one',
  );
  const first = await load({ url: server.address('tone/1').replace('127.0.0.1', 'localhost') });
  const next = await load({ url: server.address('tone/1'), mode: 'append' });
  await log.next('player.started', first);
  await log.next('player.started', next);
  await log.next('player.ended', next);
  t.notOk(log.all.some(({ type }) => type === 'player.failed' || type === 'player.died'));
});
