#!/bin/sh
# mpv takes the titles of an M3U, but not those of a PLS, and plays a PLS by its lines, not by its numbers.
#
# Versions: mpv 0.35.1 (Debian 12), Node 20 for its socket.
# A good guess: `Title2` names the entry `File2` as #EXTINF names the line below it, so both playlists of one radio look alike
# in the property `playlist`; and the number in the key is the place in the list.
# What happens: the entries of a PLS have no title, so a list of stations shows bare addresses. If File3 stands above File1, it
# is played first. An M3U of the same tracks has its titles before anything is opened.
# What follows: read a PLS yourself, sort it by number, and load each entry with `force-media-title`.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >ask.mjs <<'JS'
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** A tenth of a second of silence. */
function silence() {
  const bytes = Buffer.alloc(44 + 1600);
  bytes.write('RIFF');
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write('WAVEfmt ', 8);
  bytes.set([16, 0, 0, 0, 1, 0, 1, 0], 16);
  bytes.writeUInt32LE(8000, 24);
  bytes.writeUInt32LE(16_000, 28);
  bytes.set([2, 0, 16, 0], 32);
  bytes.write('data', 36);
  bytes.writeUInt32LE(1600, 40);
  return bytes;
}

for (const name of ['a', 'b', 'c']) writeFileSync(`${name}.wav`, silence());
const pls = [['3', 'c', 'Third'], ['1', 'a', 'First'], ['2', 'b', 'Second']].flatMap(([number, name, title]) => [
  `File${number}=${name}.wav`,
  `Title${number}=${title}`,
  `Length${number}=1`,
]);
writeFileSync('list.pls', ['[playlist]', 'NumberOfEntries=3', ...pls, 'Version=2', ''].join('\n'));
const m3u = [['a', 'First'], ['b', 'Second'], ['c', 'Third']].flatMap(([name, title]) => [`#EXTINF:1,${title}`, `${name}.wav`]);
writeFileSync('list.m3u', ['#EXTM3U', ...m3u, ''].join('\n'));

/** What mpv's socket answers, once it is there. */
async function ask(command) {
  for (let tries = 0; ; tries += 1) {
    const socket = connect('socket');
    try {
      await once(socket, 'connect');
      let text = '';
      socket.setEncoding('utf8').on('data', piece => (text += piece));
      socket.write(`${JSON.stringify({ command, request_id: 7 })}\n`);
      for (; !text.includes('"request_id":7'); await wait(20));
      socket.destroy();
      return JSON.parse(text.split('\n').find(line => line.includes('"request_id":7'))).data;
    } catch (error) {
      if (tries > 300) throw error;
      await wait(50);
    }
  }
}

process.on('SIGTERM', () => process.exit(1));
for (const list of ['list.pls', 'list.m3u']) {
  const flags = ['--no-config', '--no-video', '--ao=null', '--idle', '--pause', '--input-ipc-server=socket', list];
  const mpv = spawn('mpv', flags, { stdio: 'ignore' });
  process.once('exit', () => mpv.kill('SIGKILL'));
  let entries = [];
  for (; entries.length < 3; await wait(50)) entries = (await ask(['get_property', 'playlist'])) ?? [];
  console.log(`${list}: ${entries.map(({ filename, title }) => `${filename} (${title ?? 'no title'})`).join(', ')}`);
  mpv.kill();
  await once(mpv, 'exit');
}
JS
mpv --version | head -n 1 | cut -d ' ' -f 1-2
timeout 60 node ask.mjs >seen
cat seen
cat >expected <<'TEXT'
list.pls: c.wav (no title), a.wav (no title), b.wav (no title)
list.m3u: a.wav (First), b.wav (Second), c.wav (Third)
TEXT
diff expected seen
