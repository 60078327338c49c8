import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { startAudioServer } from '../fakes/audio/server.js';
import { createRig } from './rig.js';

/** A folder of a person who has set up an mpv of their own, and a sound in a file that must never be heard. */
function writeHome(t: Test) {
  const home = mkdtempSync(join(tmpdir(), 'hostile-'));
  t.teardown(() => rmSync(home, { recursive: true, force: true }));
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
  return { url, asked };
}

type Answer = { readonly location: string } | { readonly type: string; readonly body: string };

const hls = (line: string) => `#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n${line}\n#EXT-X-ENDLIST\n`;

t.test('whatever an address answers, no file is read, nothing is run, nothing else is opened', async t => {
  const { home, mark, environment } = writeHome(t);
  const tone = await startAudioServer();
  t.teardown(() => tone.close());
  const file = join(home, 'private.wav');
  writeFileSync(file, Buffer.from(await (await fetch(tone.address('tone/3'))).arrayBuffer()));
  const { url, asked } = await startHostileServer(t, own => ({
    m3u: { type: 'audio/x-mpegurl', body: `#EXTM3U\n${file}\n` },
    'm3u-away': { type: 'audio/x-mpegurl', body: `#EXTM3U\n${own}/elsewhere\n` },
    pls: { type: 'audio/x-scpls', body: `[playlist]\nFile1=file://${file}\nNumberOfEntries=1\n` },
    edl: { type: 'application/octet-stream', body: `# mpv EDL v0\n${file},0,2\n` },
    'edl.edl': { type: 'text/plain', body: `# mpv EDL v0\n${file},0,2\n` },
    cue: {
      type: 'application/x-cue',
      body: `FILE "${file}" WAVE\n  TRACK 01 AUDIO\n    INDEX 01 00:00:00\n`,
    },
    concat: { type: 'application/octet-stream', body: `ffconcat version 1.0\nfile '${file}'\n` },
    'concat-url': {
      type: 'application/octet-stream',
      body: `ffconcat version 1.0\nfile '${own}/elsewhere'\n`,
    },
    hls: { type: 'application/vnd.apple.mpegurl', body: hls(`file://${file}`) },
    'hls.m3u8': { type: 'application/vnd.apple.mpegurl', body: hls(file) },
    'hls-data': { type: 'application/vnd.apple.mpegurl', body: hls('data:audio/wav;base64,UklGRg==') },
    dash: {
      type: 'application/dash+xml',
      body: `<?xml version="1.0"?><MPD><Period><AdaptationSet><Representation id="1"><BaseURL>file://${file}</BaseURL></Representation></AdaptationSet></Period></MPD>`,
    },
    'to-file': { location: `file://${file}` },
    'to-path': { location: file },
    'to-lavfi': { location: 'lavfi://sine' },
    'to-data': { location: 'data:audio/wav;base64,UklGRg==' },
    'to-concat': { location: `concat:${file}` },
    'to-ytdl': { location: 'ytdl://x' },
    youtube: { type: 'text/html', body: '<html><meta property="og:video" content="x"></html>' },
  }));
  const { player, log, load } = createRig(t, { environment });
  await player.start(log.add);
  const names = [
    ...[
      'm3u',
      'm3u-away',
      'pls',
      'edl',
      'edl.edl',
      'cue',
      'concat',
      'concat-url',
      'hls',
      'hls.m3u8',
      'hls-data',
    ],
    ...['dash', 'to-file', 'to-path', 'to-lavfi', 'to-data', 'to-concat', 'to-ytdl', 'youtube'],
  ];
  for (const name of names) {
    const loadId = await load({ url: `${url}/${name}` });
    t.match(await log.next('player.failed'), { loadId }, `${name} is no sound`);
    t.ok(asked.includes(`/${name}`), `${name} was asked for`);
  }
  t.notOk(
    log.all.some(({ type }) => type === 'player.started' || type === 'player.died'),
    'nothing sounded',
  );
  t.notOk(asked.includes('/elsewhere'), 'no address within an answer was followed');
  t.notOk(existsSync(mark), 'no script, no other program');

  const good = await load({ url: tone.address('tone/1') });
  t.match(await log.next('player.started'), { loadId: good }, 'and it plays on');
});

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
