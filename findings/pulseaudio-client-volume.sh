#!/bin/sh
# @tmigone/pulseaudio mutes a speaker that is set to 50, and refuses each that is not stereo without rejecting.
#
# Versions: @tmigone/pulseaudio 1.0.5, pulseaudio 16.1 (Debian 12), Node 20.
# A good guess: `setSinkVolume(sink, 50)` is 50 per cent, as the page of the package says of this very line; it sets all
# channels that the sink has; and what the server refuses rejects the promise.
# What happens: 50 is sent as it is, of PulseAudio's 65,536, so the sink is at 0 per cent (below -180 dB), and unmuted. There
# are always two channels, so that a sink with one or six is refused ("Invalid argument") and stays as loud as it was. The
# promise is fulfilled all the same, with `success: false`.
# What follows: send 65,536 times the part, look at `success`, and set mono speakers by pactl.
set -eu
folder=$(mktemp -d)
server=
trap 'test -z "$server" || kill "$server" 2>/dev/null || :; wait; rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund @tmigone/pulseaudio@1.0.5 >/dev/null
unset DBUS_SESSION_BUS_ADDRESS DISPLAY PULSE_SINK
export HOME="$folder" XDG_RUNTIME_DIR="$folder" PULSE_SERVER="unix:$folder/socket"
pulseaudio -n --daemonize=no --use-pid-file=no --exit-idle-time=-1 -L 'module-null-sink sink_name=stereo' \
  -L 'module-null-sink sink_name=mono channels=1 channel_map=mono' -L 'module-null-sink sink_name=six channels=6' \
  -L "module-native-protocol-unix socket=$folder/socket auth-anonymous=1" >log 2>&1 &
server=$!
tries=0
until pactl info >/dev/null 2>&1; do
  tries=$((tries + 1))
  test "$tries" -lt 100
  sleep 0.1
done
cat >ask.mjs <<'JS'
import { execFileSync } from 'node:child_process';
import pulse from '@tmigone/pulseaudio';

const client = new (pulse.default ?? pulse)(process.env.PULSE_SERVER);
const log = console.log;
console.log = () => {};
await client.connect();
console.log = log;
for (const name of ['stereo', 'mono', 'six']) {
  const answer = await client.setSinkVolume(name, 50).then(JSON.stringify, error => `rejected: ${error.message}`);
  const sinks = JSON.parse(execFileSync('pactl', ['--format=json', 'list', 'sinks'], { encoding: 'utf8' }));
  const volumes = Object.values(sinks.find(sink => sink.name === name).volume);
  console.log(`${name}: ${answer}; ${[...new Set(volumes.map(({ value, value_percent }) => `${value} (${value_percent})`))]}`);
}
client.disconnect();
JS
pulseaudio --version
node ask.mjs >seen
cat seen
cat >expected <<'TEXT'
stereo: {"success":true}; 50 (0%)
mono: {"success":false,"error":"Invalid argument"}; 65536 (100%)
six: {"success":false,"error":"Invalid argument"}; 65536 (100%)
TEXT
diff expected seen
