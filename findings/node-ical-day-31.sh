#!/bin/sh
# node-ical moves a monthly event from the 31st to the 28th for ever; ical.js makes 1 March of 29 February.
#
# Versions: node-ical 0.26.1 with rrule-temporal 1.6.0, ical.js 2.2.1; rrule 2.8.1 and rrule-temporal 2.2.8 as the neighbours;
# Node 20.
# A good guess: a day that the month does not have is passed over (RFC 5545, section 3.3.10): the 31st comes seven times a
# year, and 29 February once in four years.
# What happens: node-ical takes the last day of February, and then stays on the 28th. ical.js passes over a monthly 31st, but not
# a yearly 29 February; with two hours a day, the second one is repeated on the first of the month after. The neighbours pass over.
# What follows: before a calendar wakes anybody, try its reader with these three rules.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund node-ical@0.26.1 rrule-temporal@1.6.0 ical.js@2.2.1 rrule@2.8.1 \
  later@npm:rrule-temporal@2.2.8 >/dev/null
cat >ask.mjs <<'JS'
import ICAL from 'ical.js';
import { RRuleTemporal } from 'later';
import nodeIcal from 'node-ical';
import rrule from 'rrule';

const plain = start => start.replace(/[-:]/g, '');
const readers = {
  'node-ical': (start, rule) => {
    const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Alarms//EN', 'BEGIN:VEVENT', 'UID:1', 'SUMMARY:Wake'];
    lines.push('DTSTAMP:20240101T000000Z', `DTSTART:${plain(start)}Z`, 'DURATION:PT1H', `RRULE:${rule}`);
    lines.push('END:VEVENT', 'END:VCALENDAR', '');
    const [event] = Object.values(nodeIcal.sync.parseICS(lines.join('\r\n'))).filter(({ type }) => type === 'VEVENT');
    const range = { from: new Date('2024-01-01'), to: new Date('2034-01-01') };
    return nodeIcal.expandRecurringEvent(event, range).map(instance => instance.start.toISOString());
  },
  'ical.js': (start, rule) => {
    const times = ICAL.Recur.fromString(rule).iterator(ICAL.Time.fromDateTimeString(start));
    return [1, 2, 3, 4].map(() => String(times.next()));
  },
  rrule: (start, rule) =>
    rrule.rrulestr(`DTSTART:${plain(start)}Z\nRRULE:${rule}`).all().map(date => date.toISOString()),
  'rrule-temporal 2': (start, rule) =>
    new RRuleTemporal({ rruleString: `DTSTART:${plain(start)}Z\nRRULE:${rule}` }).all().map(String),
};
for (const [start, rule] of [
  ['2026-01-31T07:30:00', 'FREQ=MONTHLY;COUNT=4'],
  ['2026-01-31T07:30:00', 'FREQ=MONTHLY;BYHOUR=7,19;COUNT=4'],
  ['2024-02-29T07:30:00', 'FREQ=YEARLY;COUNT=4'],
]) {
  console.log(rule);
  for (const [name, read] of Object.entries(readers))
    console.log(' ', name, ...read(start, rule).map(time => time.slice(2, 13)));
}
JS
node ask.mjs >seen
cat seen
cat >expected <<'TEXT'
FREQ=MONTHLY;COUNT=4
  node-ical 26-01-31T07 26-02-28T07 26-03-28T07 26-04-28T07
  ical.js 26-01-31T07 26-03-31T07 26-05-31T07 26-07-31T07
  rrule 26-01-31T07 26-03-31T07 26-05-31T07 26-07-31T07
  rrule-temporal 2 26-01-31T07 26-03-31T07 26-05-31T07 26-07-31T07
FREQ=MONTHLY;BYHOUR=7,19;COUNT=4
  node-ical 26-01-31T07 26-01-31T19 26-02-28T07 26-02-28T19
  ical.js 26-01-31T07 26-01-31T19 26-02-01T19 26-03-31T07
  rrule 26-01-31T07 26-01-31T19 26-03-31T07 26-03-31T19
  rrule-temporal 2 26-01-31T07 26-01-31T19 26-03-31T07 26-03-31T19
FREQ=YEARLY;COUNT=4
  node-ical 24-02-29T07 25-02-28T07 26-02-28T07 27-02-28T07
  ical.js 24-02-29T07 25-03-01T07 26-03-01T07 27-03-01T07
  rrule 24-02-29T07 28-02-29T07 32-02-29T07 36-02-29T07
  rrule-temporal 2 24-02-29T07 28-02-29T07 32-02-29T07 36-02-29T07
TEXT
diff expected seen
