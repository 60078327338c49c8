#!/bin/sh
# An occurrence that was moved to an earlier day is not there for ical-expander when that day is asked for.
#
# Versions: ical-expander 3.2.0, Node 20.
# A good guess: `between` is about when things happen, so what was moved from next Monday to tomorrow is found tomorrow, as what
# was moved away is not.
# What happens: the search ends at the end of the window by the rule's own dates. What was moved from the 19th to the 7th is
# neither on the 7th nor on the 19th; only a window over both has it. What was moved to a later day, from the 26th to the 29th,
# is found.
# What follows: ask for a window that is weeks longer than needed, and take the days that matter out of the answer.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund ical-expander@3.2.0 >/dev/null
cat >ask.mjs <<'JS'
import IcalExpander from 'ical-expander';

const calendar = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'BEGIN:VEVENT',
  'UID:wake',
  'DTSTART:20260105T070000Z',
  'DURATION:PT30M',
  'RRULE:FREQ=WEEKLY;COUNT=10',
  'END:VEVENT',
  'BEGIN:VEVENT',
  'UID:wake',
  'RECURRENCE-ID:20260119T070000Z',
  'DTSTART:20260107T110000Z',
  'DURATION:PT30M',
  'END:VEVENT',
  'BEGIN:VEVENT',
  'UID:wake',
  'RECURRENCE-ID:20260126T070000Z',
  'DTSTART:20260129T110000Z',
  'DURATION:PT30M',
  'END:VEVENT',
  'END:VCALENDAR',
];
const expander = new IcalExpander({ ics: calendar.join('\r\n') });
const windows = ['01-05 to 01-11', '01-07 to 01-07', '01-19 to 01-25', '01-26 to 02-01', '01-29 to 01-29', '01-05 to 01-25'];
for (const days of windows) {
  const [first, last] = days.split(' to ');
  const { events, occurrences } = expander.between(new Date(`2026-${first}T00:00:00Z`), new Date(`2026-${last}T23:59:59Z`));
  const found = [...events, ...occurrences].map(({ startDate }) => startDate.toJSDate().toISOString().slice(5, 16));
  console.log(`${days}: ${found.join(', ') || 'nothing'}`);
}
JS
TZ=UTC node ask.mjs >seen
cat seen
cat >expected <<'TEXT'
01-05 to 01-11: 01-05T07:00
01-07 to 01-07: nothing
01-19 to 01-25: nothing
01-26 to 02-01: 01-29T11:00
01-29 to 01-29: 01-29T11:00
01-05 to 01-25: 01-05T07:00, 01-12T07:00, 01-07T11:00
TEXT
diff expected seen
