#!/bin/sh
# `0 7 1 * 1` rings on the first and on each Monday, but with node-cron only on a Monday that is the first.
#
# Versions: node-cron 4.6.0; croner 11.0.1 and cron-parser 5.10.6 as the neighbours; Node 20.
# A good guess: where both the day of the month and the weekday are given, one of them is enough, as crontab(5) says.
# What happens: node-cron wants both, which comes one to three times a year; the neighbours want one. The expression is valid for
# each of them, so an alarm that was moved from cron, or between libraries, just stays away.
# What follows: give one of the two days at most, and make two alarms of the rest.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund node-cron@4.6.0 croner@11.0.1 cron-parser@5.10.6 >/dev/null
cat >ask.mjs <<'JS'
import { CronExpressionParser } from 'cron-parser';
import { Cron } from 'croner';
import nodeCron from 'node-cron';

const expression = '0 7 1 * 1';
const task = nodeCron.createTask(expression, () => {}, { timezone: 'UTC' });
const cron = new Cron(expression, { timezone: 'UTC', paused: true });
const parsed = CronExpressionParser.parse(expression, { tz: 'UTC' });
const readers = {
  'node-cron': date => task.match(date),
  croner: date => cron.match(date),
  'cron-parser': date => parsed.includesDate(date),
};
const days = { 'Monday, the first': '2026-06-01', 'a Monday': '2026-06-08', 'the first': '2026-07-01', neither: '2026-06-02' };
for (const [name, reads] of Object.entries(readers)) {
  const rings = Object.keys(days).filter(day => reads(new Date(`${days[day]}T07:00:00Z`)));
  console.log(`${name}: ${rings.join('; ')}`);
}
process.exit();
JS
node ask.mjs >seen
cat seen
cat >expected <<'TEXT'
node-cron: Monday, the first
croner: Monday, the first; a Monday; the first
cron-parser: Monday, the first; a Monday; the first
TEXT
diff expected seen
