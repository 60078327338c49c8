#!/bin/sh
# node-mpv plays and pauses an mpv 0.35, but hears of neither a pause, nor the position, nor a property.
#
# Versions: node-mpv 1.5.0, mpv 0.35.1 (Debian 12), Node 20.
# A good guess: `paused`, `resumed`, `timeposition` and `statuschange` come as its page says, since the commands themselves
# work.
# What happens: none of them comes. `paused` and `resumed` wait for two events that this mpv does not send; and the properties
# are asked for before mpv has made its socket, where the question is lost and not asked again. `started` and getProperty work,
# so the connection looks sound.
# What follows: after `started`, call observeProperty for `pause`, `filename` and `time-pos` yourself; `statuschange` tells of a
# pause then.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund node-mpv@1.5.0 >/dev/null
cat >ask.mjs <<'JS'
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import Mpv from 'node-mpv';

const sound = Buffer.alloc(44 + 20 * 16_000);
sound.write('RIFF');
sound.writeUInt32LE(sound.length - 8, 4);
sound.write('WAVEfmt ', 8);
sound.set([16, 0, 0, 0, 1, 0, 1, 0], 16);
sound.writeUInt32LE(8000, 24);
sound.writeUInt32LE(16_000, 28);
sound.set([2, 0, 16, 0], 32);
sound.write('data', 36);
sound.writeUInt32LE(sound.length - 44, 40);
writeFileSync('sound.wav', sound);

const mpv = new Mpv({ audio_only: true, socket: `${process.cwd()}/socket` }, ['--no-config', '--ao=null']);
process.on('SIGTERM', () => process.exit(1));
process.on('exit', () => mpv.mpvPlayer.kill('SIGKILL'));
const heard = new Set();
for (const event of ['started', 'paused', 'resumed', 'timeposition', 'statuschange']) mpv.on(event, () => heard.add(event));
await wait(2000);
for (const observed of [false, true]) {
  heard.clear();
  if (observed) for (const [at, name] of ['pause', 'filename', 'time-pos'].entries()) mpv.observeProperty(name, 90 + at);
  else mpv.load(`${process.cwd()}/sound.wav`);
  await wait(2500);
  mpv.pause();
  const paused = await mpv.getProperty('pause');
  mpv.resume();
  await wait(500);
  console.log(`${observed ? 'observed anew' : 'as it is'}: pause was ${paused}; events: ${[...heard].sort().join(', ')}`);
}
mpv.mpvPlayer.removeAllListeners('close');
mpv.mpvPlayer.kill();
await once(mpv.mpvPlayer, 'exit');
process.exit();
JS
mpv --version | head -n 1 | cut -d ' ' -f 1-2
timeout 60 node ask.mjs >seen
cat seen
cat >expected <<'TEXT'
as it is: pause was true; events: started
observed anew: pause was true; events: statuschange, timeposition
TEXT
diff expected seen
