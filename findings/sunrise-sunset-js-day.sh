#!/bin/sh
# On a server in UTC, sunrise-sunset-js answers for Los Angeles with a sunset that comes before the sunrise.
#
# Versions: sunrise-sunset-js 3.3.1, suncalc 2.0.2 as the neighbour, Node 20.
# A good guess: sunrise and sunset of one moment and one place belong to one day at that place, whichever zone the computer has.
# What happens: each of the two is the one within the date that the computer's zone has. In UTC, at eight in the morning of 1
# June in Los Angeles or in Auckland, the sunrise is that of 1 June and the sunset that of 31 May. With the computer in Los
# Angeles, all are of 1 June. suncalc gives the same pair in each zone.
# What follows: start the process with the TZ of the speaker's place, or take both times from suncalc.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund sunrise-sunset-js@3.3.1 suncalc@2.0.2 >/dev/null
cat >ask.mjs <<'JS'
import * as suncalc from 'suncalc';
import { getSunrise, getSunset } from 'sunrise-sunset-js';

const places = [
  { zone: 'America/Los_Angeles', latitude: 34, longitude: -118.2, moment: '2026-06-01T08:00:00-07:00' },
  { zone: 'Pacific/Auckland', latitude: -36.8, longitude: 174.8, moment: '2026-06-01T08:00:00+12:00' },
];
for (const { zone, latitude, longitude, moment } of places) {
  const date = new Date(moment);
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, day: 'numeric', month: 'long' });
  const times = suncalc.getTimes(date, latitude, longitude);
  const pairs = {
    'sunrise-sunset-js': [getSunrise(latitude, longitude, date), getSunset(latitude, longitude, date)],
    suncalc: [times.sunrise, times.sunset],
  };
  for (const [name, [up, down]] of Object.entries(pairs))
    console.log(`TZ=${process.env.TZ}, ${zone}, ${name}: up on ${format.format(up)}, down on ${format.format(down)}`);
}
JS
for zone in UTC America/Los_Angeles; do TZ=$zone node ask.mjs; done >seen
cat seen
cat >expected <<'TEXT'
TZ=UTC, America/Los_Angeles, sunrise-sunset-js: up on 1 June, down on 31 May
TZ=UTC, America/Los_Angeles, suncalc: up on 1 June, down on 1 June
TZ=UTC, Pacific/Auckland, sunrise-sunset-js: up on 1 June, down on 31 May
TZ=UTC, Pacific/Auckland, suncalc: up on 1 June, down on 1 June
TZ=America/Los_Angeles, America/Los_Angeles, sunrise-sunset-js: up on 1 June, down on 1 June
TZ=America/Los_Angeles, America/Los_Angeles, suncalc: up on 1 June, down on 1 June
TZ=America/Los_Angeles, Pacific/Auckland, sunrise-sunset-js: up on 1 June, down on 1 June
TZ=America/Los_Angeles, Pacific/Auckland, suncalc: up on 1 June, down on 1 June
TEXT
diff expected seen
