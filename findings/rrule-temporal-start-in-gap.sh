#!/bin/sh
# A daily rule of rrule-temporal that begins in the missing hour of spring rings an hour late for ever.
#
# Versions: rrule-temporal 2.2.8, Node 20.
# A good guess: 02:30 on the day without it is 03:30 (RFC 5545, section 3.3.5), and from the next day on it is 02:30.
# What happens: the start is moved once, before the rule is read, so that every later day has the moved hour: 03:30 in Berlin.
# In Nuuk, where the hour before midnight is missing, the day is another one, too, and a weekly rule stays on that weekday.
# What follows: let the rule begin on a day before the change, or keep the hour beside it and build each day from that.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund rrule-temporal@2.2.8 >/dev/null
cat >ask.mjs <<'JS'
import { RRuleTemporal } from 'rrule-temporal';

for (const [zone, start] of [
  ['Europe/Berlin', '20270327T023000'],
  ['Europe/Berlin', '20270328T023000'],
  ['America/Nuuk', '20270327T233000'],
])
  for (const often of ['DAILY', 'WEEKLY']) {
    const rule = new RRuleTemporal({ rruleString: `DTSTART;TZID=${zone}:${start}\nRRULE:FREQ=${often};COUNT=3` });
    console.log(zone, start, often, ...rule.all().map(at => at.toPlainDateTime().toString().slice(5, 16)));
  }
JS
node ask.mjs >seen
cat seen
cat >expected <<'TEXT'
Europe/Berlin 20270327T023000 DAILY 03-27T02:30 03-29T02:30 03-30T02:30
Europe/Berlin 20270327T023000 WEEKLY 03-27T02:30 04-03T02:30 04-10T02:30
Europe/Berlin 20270328T023000 DAILY 03-28T03:30 03-29T03:30 03-30T03:30
Europe/Berlin 20270328T023000 WEEKLY 03-28T03:30 04-04T03:30 04-11T03:30
America/Nuuk 20270327T233000 DAILY 03-28T00:30 03-29T00:30 03-30T00:30
America/Nuuk 20270327T233000 WEEKLY 03-28T00:30 04-04T00:30 04-11T00:30
TEXT
diff expected seen
