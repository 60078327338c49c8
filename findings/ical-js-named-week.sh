#!/bin/sh
# A yearly rule for the Monday of one week rings on each Monday with ical.js.
#
# Versions: ical.js 2.2.1; rrule 2.8.1 and rrule-temporal 2.2.8 as the neighbours; Node 20.
# A good guess: BYWEEKNO=20 with BYDAY=MO is once a year, and so is BYDAY=20MO; in a weekly rule, BYSETPOS=1 with three weekdays
# is the first of them (RFC 5545, section 3.3.10). What a library cannot do, it refuses.
# What happens: the first two come each Monday from the start on. BYSETPOS in the weekly rule is passed over, so all three days
# come. There is no error. The neighbours have all of it right.
# What follows: before a calendar wakes anybody, compare the first dates of each rule with another library's.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund ical.js@2.2.1 rrule@2.8.1 rrule-temporal@2.2.8 >/dev/null
cat >ask.mjs <<'JS'
import ICAL from 'ical.js';
import rrule from 'rrule';
import { RRuleTemporal } from 'rrule-temporal';

const start = 'DTSTART:20260105T070000Z';
const readers = {
  'ical.js': line => {
    const text = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VEVENT', 'UID:1', start, line, 'END:VEVENT', 'END:VCALENDAR'];
    const calendar = new ICAL.Component(ICAL.parse(text.join('\r\n')));
    const dates = new ICAL.Event(calendar.getFirstSubcomponent('vevent')).iterator();
    return [dates.next(), dates.next(), dates.next()].flatMap(date => (date ? [date.toJSDate()] : []));
  },
  rrule: line => rrule.rrulestr(`${start}\n${line}`).all((date, count) => count < 3),
  'rrule-temporal': line =>
    new RRuleTemporal({ rruleString: `${start}\n${line}` })
      .all((date, count) => count < 3)
      .map(date => new Date(date.epochMilliseconds)),
};
const lines = [
  'RRULE:FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO',
  'RRULE:FREQ=YEARLY;BYDAY=20MO',
  'RRULE:FREQ=WEEKLY;BYDAY=MO,WE,FR;BYSETPOS=1',
];
for (const line of lines) {
  console.log(line);
  for (const [name, read] of Object.entries(readers))
    console.log(`  ${name}: ${read(line).map(date => date.toISOString().slice(0, 10)).join(' ')}`);
}
JS
TZ=UTC node ask.mjs >seen
cat seen
cat >expected <<'TEXT'
RRULE:FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO
  ical.js: 2026-01-05 2026-01-12 2026-01-19
  rrule: 2026-05-11 2027-05-17 2028-05-15
  rrule-temporal: 2026-05-11 2027-05-17 2028-05-15
RRULE:FREQ=YEARLY;BYDAY=20MO
  ical.js: 2026-01-05 2026-01-12 2026-01-19
  rrule: 2026-05-18 2027-05-17 2028-05-15
  rrule-temporal: 2026-05-18 2027-05-17 2028-05-15
RRULE:FREQ=WEEKLY;BYDAY=MO,WE,FR;BYSETPOS=1
  ical.js: 2026-01-05 2026-01-07 2026-01-09
  rrule: 2026-01-05 2026-01-12 2026-01-19
  rrule-temporal: 2026-01-05 2026-01-12 2026-01-19
TEXT
diff expected seen
