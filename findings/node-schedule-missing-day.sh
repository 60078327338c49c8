#!/bin/sh
# On the day the clocks go forward, a daily rule of node-schedule within the missing hour does not run at all.
#
# Versions: node-schedule 2.1.1, cron-parser 5.10.6, Node 20.
# A good guess: what is due at half past two runs at half past three, or at three, on that day; and once, not twice,
# when the clocks go back.
# What happens: RecurrenceRule passes over the whole day in spring, and is due twice in autumn. cron-parser, asked for
# the same hour by itself, is due once on both days, in spring at half past three.
# What follows: let a rule of node-schedule wake nobody between two and three, or ask cron-parser when it is due.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund node-schedule@2.1.1 cron-parser@5.10.6 >/dev/null
cat >ask.mjs <<'JS'
import cronParser from 'cron-parser';
import schedule from 'node-schedule';

const tz = 'Europe/Berlin';
const rule = Object.assign(new schedule.RecurrenceRule(), { hour: 2, minute: 30, second: 0, tz });
for (const eve of ['2026-03-28T12:00:00Z', '2026-10-24T12:00:00Z']) {
  let at = new Date(eve);
  const ruled = [];
  for (let count = 0; count < 2; count += 1) ruled.push((at = new Date(rule.nextInvocationDate(at))));
  const line = cronParser.CronExpressionParser.parse('30 2 * * *', { currentDate: new Date(eve), tz });
  const lined = [line.next().toDate(), line.next().toDate()];
  const told = dates => dates.map(date => date.toISOString().slice(5, 16)).join(' ');
  console.log(`rule ${told(ruled)}; line ${told(lined)}`);
}
JS
node ask.mjs >seen
cat seen
cat >expected <<'TEXT'
rule 03-30T00:30 03-31T00:30; line 03-29T01:30 03-30T00:30
rule 10-25T00:30 10-25T01:30; line 10-25T00:30 10-26T01:30
TEXT
diff expected seen
