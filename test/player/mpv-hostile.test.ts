import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { findProgram } from '../../src/player/process/program.js';
import { type Answer, hostileAnswers } from '../fakes/audio/hostile.js';
import { startPictures } from '../fakes/audio/pictures.js';
import { startAudioServer } from '../fakes/audio/server.js';
import { layTrap, traceOpened, whyNoTrace } from './opened.js';
import { processNaming } from './processes.js';
import { createRig } from './rig.js';
import { removeFolder } from '../fakes/machine/remove-folder.js';

/** A folder of a person who has set up an mpv of their own, and a sound in a file that must never be heard. */
function writeHome(t: Test) {
  const home = mkdtempSync(join(tmpdir(), 'hostile-'));
  t.teardown(() => removeFolder(home));
  const mark = join(home, 'mark');
  const config = join(home, '.config', 'mpv');
  mkdirSync(join(config, 'scripts'), { recursive: true });
  const script = `local f = io.open(${JSON.stringify(mark)}, 'a'); f:write('script'); f:close()\n`;
  writeFileSync(join(config, 'scripts', 'evil.lua'), script);
  writeFileSync(
    join(config, 'mpv.conf'),
    `script=${join(config, 'scripts', 'evil.lua')}\nvolume=3\nytdl=yes\n`,
  );
  writeFileSync(join(config, 'input.conf'), `F1 run touch ${mark}\n`);
  const program = join(home, 'yt-dlp');
  writeFileSync(program, `#!/bin/sh\necho ytdl >> '${mark}'\n`, { mode: 0o755 });
  const environment = { ...process.env, HOME: home, XDG_CONFIG_HOME: join(home, '.config') };
  return { home, mark, environment: { ...environment, PATH: `${home}:${process.env['PATH'] ?? ''}` } };
}

/** Serves the answers of a service that has been taken over, and notes what it is asked for. */
async function startHostileServer(t: Test, answers: (own: string) => Readonly<Record<string, Answer>>) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    asked.push(path);
    const answer = answers(url)[path.slice(1)];
    if (answer === undefined) response.writeHead(404).end();
    else if ('location' in answer) response.writeHead(302, answer).end();
    else response.writeHead(200, { 'content-type': answer.type }).end(answer.body);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  t.teardown(() => server.close());
  return { url, asked, names: Object.keys(answers(url)) };
}

t.test(
  'whatever an address answers, no file is read, nothing is run, nothing else is opened',
  { skip: whyNoTrace },
  async t => {
    const { home, mark, environment } = writeHome(t);
    const tone = await startAudioServer();
    t.teardown(() => tone.close());
    const file = join(home, 'private.wav');
    writeFileSync(file, Buffer.from(await (await fetch(tone.address('tone/3'))).arrayBuffer()));
    // On this machine's other address, too: what is listened on there is no more anybody's affair.
    const traps = [await layTrap(t, '127.0.0.1'), await layTrap(t, '127.0.0.2')];
    const opened = traceOpened(t);
    const { player, log, load } = createRig(t, { environment, mpvPath: opened.mpvPath });
    await player.start(log.add);
    const allowed = new Set([new URL(tone.address('')).host]);
    const sounding: number[] = [];
    for (const trap of traps) {
      const { url, asked, names } = await startHostileServer(t, own =>
        hostileAnswers({ own, file, trap: trap.url }),
      );
      allowed.add(new URL(url).host);
      // Where it redirects, mpv is to follow no more than the agent.
      const probed = names
        .filter(name => name.startsWith('to-'))
        .map(name => ({ name, probe: { well: null } }));
      for (const { name, ...more } of [...names.map(name => ({ name })), ...probed]) {
        const loadId = await load({ url: `${url}/${name}`, ...more });
        if (name === 'mkv') {
          sounding.push(loadId);
          t.match(
            await log.next('player.started'),
            { loadId },
            'it sounds, without the files that it links to',
          );
          await player.unload();
          continue;
        }
        const failed = await log.next('player.failed');
        t.match(failed, { loadId }, `${name} is no sound`);
        t.ok(asked.includes(`/${name}`), `${name} was asked for`);
        if (!name.startsWith('to-')) t.equal(failed.fault, 'undecodable', name);
      }
      t.notOk(asked.includes('/elsewhere'), 'no address within an answer was followed');
      t.equal(trap.visits, 0, 'nobody was led astray');
    }
    const started = log.all.flatMap(event => (event.type === 'player.started' ? [event.loadId] : []));
    t.strictSame(started, sounding, 'nothing else sounded');
    t.notOk(log.all.some(({ type }) => type === 'player.died'));
    t.notOk(existsSync(mark), 'no script, no other program');

    const good = await load({ url: tone.address('tone/1') });
    t.match(await log.next('player.started'), { loadId: good }, 'and it plays on');
    await player.stop();
    t.strictSame(
      opened.places().filter(place => !allowed.has(place)),
      [],
      'no other place was connected to',
    );
    t.ok(opened.places().length > 20, 'the kernel told');
    t.strictSame(
      // The list of fonts is read by a library as mpv starts.
      opened.files().filter(path => path.startsWith(home) && !/\/\.?(cache\/)?fontconfig\//.test(path)),
      [],
      'no file of the household was opened',
    );
    t.strictSame(
      [...new Set(opened.programs())].filter(path => !/\/mpv$/.test(path)),
      [],
      'nothing was run',
    );
  },
);

/** As a radio station says between its samples what plays, and where more of it is. */
function withIcy(sound: Buffer, every: number, words: string): Buffer {
  const block = Buffer.alloc(1 + Math.ceil(words.length / 16) * 16);
  block[0] = (block.length - 1) / 16;
  block.write(words, 1);
  const parts = Array.from({ length: Math.ceil(sound.length / every) }, (_, index) =>
    sound.subarray(index * every, (index + 1) * every),
  );
  return Buffer.concat(parts.flatMap(part => (part.length < every ? [part] : [part, block])));
}

t.test('a sound that names other places between its samples, without a length', async t => {
  const tone = await startAudioServer();
  t.teardown(() => tone.close());
  const trap = await layTrap(t, '127.0.0.1');
  const sound = Buffer.from(await (await fetch(tone.address('tone/1'))).arrayBuffer());
  const words = `StreamTitle='x';StreamUrl='${trap.url}/x';`;
  let asked = 0;
  const server = createServer((request, response) => {
    asked += request.headers['icy-metadata'] === '1' ? 1 : 0;
    const headers = { 'icy-metaint': '8000', 'icy-url': `${trap.url}/y`, 'icy-name': '#EXTM3U' };
    response.writeHead(200, { 'content-type': 'audio/wav', ...headers }).end(withIcy(sound, 8_000, words));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.close());
  const { player, log, load } = createRig(t);
  await player.start(log.add);
  const loadId = await load({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/x` });
  await log.next('player.ended', loadId);
  t.ok(asked > 0, 'the player asks for such words');
  t.equal(trap.visits, 0, 'and does nothing with them');
});

/** The most memory that a process has held at once, in MiB. */
function highestOf(pid: number): number {
  const told = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(told) / 1024;
}

t.test(
  'pictures of hundreds of megabytes in tags: the item fails, the machine’s memory is not taken, the same player plays on',
  { skip: findProgram('prlimit', process.env['PATH'] ?? '') === null && 'prlimit is missing' },
  async t => {
    const tone = await startAudioServer();
    t.teardown(() => tone.close());
    const pictures = await startPictures(t);
    const { player, log, load, runtimeDir } = createRig(t);
    await player.start(log.add);
    const socket = `--input-ipc-server=${runtimeDir}`;
    for (const name of pictures.names) {
      const loadId = await load({ url: `${pictures.url}/${name}` });
      t.match(await log.next('player.failed'), { loadId, fault: 'undecodable' }, name);
      t.ok(highestOf(processNaming(socket)) < 400, name);
    }
    for (const name of pictures.names) {
      const good = await load({ url: tone.address('tone/60') });
      await log.next('player.started', good);
      pictures.isGoneFrom(name);
      const next = await load({ url: `${pictures.url}/${name}`, mode: 'append' });
      while (!pictures.isGoneFrom(name)) await log.next('player.position', good);
      await player.next();
      t.match(await log.next('player.failed'), { loadId: next, fault: 'undecodable' }, `${name} as the next`);
      t.ok(highestOf(processNaming(socket)) < 400, name);
    }
    t.notOk(log.all.some(({ type }) => type === 'player.died'));
  },
);

t.test('an address of any other kind never reaches the player', async t => {
  const { home, mark, environment } = writeHome(t);
  const file = join(home, 'private.wav');
  writeFileSync(file, '');
  const { player, log, load } = createRig(t, { environment });
  await player.start(log.add);
  const urls = [
    ...[
      `file://${file}`,
      file,
      'private.wav',
      `concat:${file}`,
      `subfile:${file}`,
      'ytdl://x',
      'av://lavfi:sine',
    ],
    ...[
      'lavfi://sine',
      'edl://x',
      `memory://#EXTM3U\n${file}`,
      'fd://0',
      'fdclose://0',
      '-',
      'smb://h/x',
      'dvd://',
    ],
    ...[
      'data:audio/wav;base64,AA==',
      'ftp://127.0.0.1/x',
      'rtmp://127.0.0.1/x',
      'mf://*.png',
      'appending://x',
      '',
    ],
    ...[
      'ffmpeg://x',
      'lavf://http://127.0.0.1:9/x',
      'hex://00',
      'slice://0-9@/etc/passwd',
      'archive://x',
      'null://',
    ],
  ];
  for (const url of urls) await t.rejects(load({ url }), { name: 'Error' }, url);
  t.notOk(log.all.some(({ type }) => type === 'player.started'));
  t.notOk(existsSync(mark));
});

t.test('the marks are left by an mpv that is not hardened', async t => {
  const { mark, environment } = writeHome(t);
  // What the first test relies on: the scripts above do leave their mark where nothing holds them back.
  spawnSync('mpv', ['--no-video', '--ao=null', '--no-terminal', '--frames=1', 'av://lavfi:sine=d=0.1'], {
    env: environment,
    timeout: 20_000,
  });
  t.ok(existsSync(mark));
});
