#!/bin/sh
# `pactl --format=json` gives its events without a line feed between them, and leaves the answers of `get-*` as plain text.
#
# Versions: pactl and pulseaudio 16.1 (Debian 12), Node 20.
# A good guess: `subscribe` writes one object a line, so a reader by lines sees each event; and `get-sink-volume` answers in
# JSON as `info`, `list` and `stat` do.
# What happens: four events arrive as `{…}{…}{…}{…}`, with no line feed even at the end: a reader by lines waits for ever, and
# JSON.parse refuses a piece. `get-sink-volume` and `get-sink-mute` ignore the format. So does `get-default-sink`, whose answer
# can be JSON by chance: a sink called "null" reads as null.
# What follows: take events apart at `}{`, or read the plain ones by lines; and ask `list sinks` for volumes.
set -eu
folder=$(mktemp -d)
server=
trap 'test -z "$server" || kill "$server" 2>/dev/null || :; wait; rm -rf "$folder"' EXIT
cd "$folder"
unset DBUS_SESSION_BUS_ADDRESS DISPLAY PULSE_SINK
export HOME="$folder" XDG_RUNTIME_DIR="$folder" PULSE_SERVER="unix:$folder/socket"
pulseaudio -n --daemonize=no --use-pid-file=no --exit-idle-time=-1 -L 'module-null-sink sink_name=null' \
  -L "module-native-protocol-unix socket=$folder/socket auth-anonymous=1" >log 2>&1 &
server=$!
tries=0
until pactl info >/dev/null 2>&1; do
  tries=$((tries + 1))
  test "$tries" -lt 100
  sleep 0.1
done
cat >ask.mjs <<'JS'
import { execFileSync, spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';

const pactl = (...words) => execFileSync('pactl', ['--format=json', ...words], { encoding: 'utf8' });
const questions = ['info', 'list sinks', 'stat', 'get-default-sink', 'get-sink-mute null', 'get-sink-volume null'];
for (const question of questions) {
  const text = pactl(...question.split(' '));
  let kind = 'no JSON';
  try {
    const value = JSON.parse(text);
    kind = value === null ? 'JSON: null' : `JSON: ${Array.isArray(value) ? 'an array' : 'an object'}`;
  } catch {}
  console.log(`${question}: ${kind}`);
}
const events = spawn('pactl', ['--format=json', 'subscribe'], { stdio: ['ignore', 'pipe', 'ignore'] });
let text = '';
events.stdout.setEncoding('utf8').on('data', piece => (text += piece));
const count = () => text.split('}').length - 1;
for (let tries = 0; tries < 50 && count() < 8; tries += 1) {
  pactl('set-sink-volume', 'null', `${40 + tries}%`);
  await wait(200);
}
console.log(`events: ${count() < 8 ? 'too few' : 'eight or more'}, line feeds: ${text.split('\n').length - 1}`);
events.kill('SIGKILL');
JS
pactl --version | head -n 1
node ask.mjs >seen
cat seen
cat >expected <<'TEXT'
info: JSON: an object
list sinks: JSON: an array
stat: JSON: an object
get-default-sink: JSON: null
get-sink-mute null: no JSON
get-sink-volume null: no JSON
events: eight or more, line feeds: 0
TEXT
diff expected seen
