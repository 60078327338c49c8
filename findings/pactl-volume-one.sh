#!/bin/sh
# For pactl, a volume of 1.0 is full, 1 is silence, and 0.5 is not 50%.
#
# Versions: pactl and pulseaudio 16.1 (Debian 12), Node 20.
# A good guess: a fraction is a part of the full volume, so 0.5 is 50%, and 1 is 1.0.
# What happens: a number without a point is one of 65,536 steps, so that 1 is silence. One with a point is the factor for the
# samples: 0.5 is -6 dB, which is 79% on PulseAudio's scale, while 50% is -18 dB. As JavaScript writes 1.0 as "1", a slider from
# 0 to 1 is louder than it shows on its way up, and silent at its end.
# What follows: write per cent, always with the sign.
set -eu
folder=$(mktemp -d)
server=
trap 'test -z "$server" || kill "$server" 2>/dev/null || :; wait; rm -rf "$folder"' EXIT
cd "$folder"
unset DBUS_SESSION_BUS_ADDRESS DISPLAY PULSE_SINK
export HOME="$folder" XDG_RUNTIME_DIR="$folder" PULSE_SERVER="unix:$folder/socket"
pulseaudio -n --daemonize=no --use-pid-file=no --exit-idle-time=-1 -L 'module-null-sink sink_name=speaker' \
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

const pactl = (...words) => execFileSync('pactl', words, { encoding: 'utf8' });
for (const volume of [0.25, 0.5, 0.75, 1.0, '1.0', '50%', '100%']) {
  pactl('set-sink-volume', 'speaker', String(volume));
  const [, steps, part] = /(\d+) \/ +(\d+%)/.exec(pactl('get-sink-volume', 'speaker'));
  console.log(`${typeof volume} ${volume}: ${steps} steps, ${part}`);
}
JS
pactl --version | head -n 1
node ask.mjs >seen
cat seen
cat >expected <<'TEXT'
number 0.25: 41285 steps, 63%
number 0.5: 52016 steps, 79%
number 0.75: 59543 steps, 91%
number 1: 1 steps, 0%
string 1.0: 65536 steps, 100%
string 50%: 32768 steps, 50%
string 100%: 65536 steps, 100%
TEXT
diff expected seen
