#!/bin/sh
# Which of the two hours date-fns-tz means, when the clocks go back, depends on where the computer stands.
#
# Versions: date-fns-tz 3.2.0, date-fns 4.1.0, Node 20.
# A good guess: fromZonedTime takes a local time and a zone, so the same two give the same moment on every machine; in a
# doubled hour the first, as Date and Temporal have it.
# What happens: half past two in Berlin on 25 October 2026 is 00:30 UTC (the first) on a machine in New York, and 01:30 UTC
# (the second) on one in UTC or Berlin. Half past one in New York on 1 November is the second on Lord Howe, else the first.
# What follows: an alarm or a calendar that is worked out with it moves by an hour with the server's own zone.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund date-fns-tz@3.2.0 date-fns@4.1.0 >/dev/null
cat >ask.mjs <<'JS'
import { fromZonedTime } from 'date-fns-tz';

const moments = [
  ['2026-10-25T02:30:00', 'Europe/Berlin'],
  ['2026-11-01T01:30:00', 'America/New_York'],
].map(([time, zone]) => fromZonedTime(time, zone).toISOString().slice(11, 16));
console.log(`${process.env.TZ}: Berlin ${moments[0]}, New York ${moments[1]}`);
JS
for zone in UTC Europe/Berlin America/New_York Australia/Lord_Howe; do TZ=$zone node ask.mjs; done >seen
cat seen
cat >expected <<'TEXT'
UTC: Berlin 01:30, New York 05:30
Europe/Berlin: Berlin 01:30, New York 05:30
America/New_York: Berlin 00:30, New York 05:30
Australia/Lord_Howe: Berlin 01:30, New York 06:30
TEXT
diff expected seen
