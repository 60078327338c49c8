#!/bin/sh
# Where the clocks go forward at midnight, the day of spacetime begins at noon, and half past midnight is half past twelve.
#
# Versions: spacetime 7.15.0, luxon 3.7.2 as the neighbour, Node 20.
# A good guess: the day without its first hour begins at one o'clock, and 00:30 is 01:30 on it; from the next day on it is 00:30.
# In Berlin, where the hour after two is missing, 02:30 is 03:30 on that day.
# What happens: in Cairo and Santiago, `startOf('day')` is 12:00, and a day after 00:30 is 12:30, as is each day that is counted
# from there. A day after 02:30 in Berlin is 01:30, an hour early, and stays so. luxon has one o'clock, 01:30 and 03:30.
# What follows: count no alarm by `add`, and begin no day by `startOf`, where the clocks may go forward in that hour.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund spacetime@7.15.0 luxon@3.7.2 >/dev/null
cat >ask.mjs <<'JS'
import { DateTime } from 'luxon';
import spacetime from 'spacetime';

const short = time => time.slice(5, 16);
for (const [zone, eve, noon] of [
  ['Africa/Cairo', '2026-04-23T00:30:00', '2026-04-24T12:00:00'],
  ['America/Santiago', '2026-09-05T00:30:00', '2026-09-06T12:00:00'],
  ['Europe/Berlin', '2026-03-28T02:30:00', '2026-03-29T12:00:00'],
]) {
  const days = [spacetime(eve, zone)];
  for (let count = 0; count < 3; count += 1) days.push(days.at(-1).add(1, 'day'));
  console.log(zone);
  console.log('  day by day:', ...days.map(day => short(day.format('iso'))));
  console.log('  luxon:', ...[0, 1, 2, 3].map(count => short(DateTime.fromISO(eve, { zone }).plus({ days: count }).toISO())));
  const begins = DateTime.fromISO(noon, { zone }).startOf('day').toISO();
  console.log('  the day begins:', short(spacetime(noon, zone).startOf('day').format('iso')), '- luxon:', short(begins));
}
JS
TZ=UTC node ask.mjs >seen
cat seen
cat >expected <<'TEXT'
Africa/Cairo
  day by day: 04-23T00:30 04-24T12:30 04-25T12:30 04-26T12:30
  luxon: 04-23T00:30 04-24T01:30 04-25T00:30 04-26T00:30
  the day begins: 04-24T12:00 - luxon: 04-24T01:00
America/Santiago
  day by day: 09-05T00:30 09-06T12:30 09-07T12:30 09-08T12:30
  luxon: 09-05T00:30 09-06T01:30 09-07T00:30 09-08T00:30
  the day begins: 09-06T12:00 - luxon: 09-06T01:00
Europe/Berlin
  day by day: 03-28T02:30 03-29T01:30 03-30T01:30 03-31T01:30
  luxon: 03-28T02:30 03-29T03:30 03-30T02:30 03-31T02:30
  the day begins: 03-29T00:00 - luxon: 03-29T00:00
TEXT
diff expected seen
