#!/bin/sh
# In a cron expression, Sunday is 0 or 7; for later, which bree schedules with, 7 is Saturday.
#
# Versions: @breejs/later 4.2.0; croner 11.0.1, cronosjs 1.7.1, cron-schedule 6.0.0 as the neighbours; Node 20.
# A good guess: `7` is Sunday, as crontab(5) and the neighbours have it, so that `6,7` and `6-7` are the weekend; a reader that
# does not know it says so.
# What happens: `7` is Saturday, without an error. `6,7` and `6-7` are Saturdays alone, `5-7` has no Sunday, and `1-7` is six
# days of the week.
# What follows: write 0 for Sunday, and `0,6` for the weekend, before a crontab's line goes to bree.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund @breejs/later@4.2.0 croner@11.0.1 cronosjs@1.7.1 cron-schedule@6.0.0 >/dev/null
cat >ask.mjs <<'JS'
import later from '@breejs/later';
import { parseCronExpression } from 'cron-schedule';
import { Cron } from 'croner';
import { CronosExpression } from 'cronosjs';

const start = new Date('2026-01-05T00:00:00Z');
const end = new Date('2026-01-12T00:00:00Z');
later.date.UTC();
const readers = {
  later: (expression, count) => later.schedule(later.parse.cron(expression)).next(count, start, end),
  croner: (expression, count) => new Cron(expression, { timezone: 'UTC', paused: true }).nextRuns(count, start),
  cronosjs: (expression, count) => CronosExpression.parse(expression, { timezone: 'UTC' }).nextNDates(start, count),
  'cron-schedule': (expression, count) => parseCronExpression(expression).getNextDates(count, start),
};
for (const days of ['7', '6,7', '6-7', '5-7', '1-7']) {
  for (const [name, read] of Object.entries(readers)) {
    const dates = read(`0 7 * * ${days}`, 8).filter(date => date < end);
    console.log(`${days}, ${name}: ${dates.map(date => date.toUTCString().slice(0, 3)).join(' ')}`);
  }
}
JS
TZ=UTC node ask.mjs >seen
cat seen
cat >expected <<'TEXT'
7, later: Sat
7, croner: Sun
7, cronosjs: Sun
7, cron-schedule: Sun
6,7, later: Sat
6,7, croner: Sat Sun
6,7, cronosjs: Sat Sun
6,7, cron-schedule: Sat Sun
6-7, later: Sat
6-7, croner: Sat Sun
6-7, cronosjs: Sat Sun
6-7, cron-schedule: Sat Sun
5-7, later: Fri Sat
5-7, croner: Fri Sat Sun
5-7, cronosjs: Fri Sat Sun
5-7, cron-schedule: Fri Sat Sun
1-7, later: Mon Tue Wed Thu Fri Sat
1-7, croner: Mon Tue Wed Thu Fri Sat Sun
1-7, cronosjs: Mon Tue Wed Thu Fri Sat Sun
1-7, cron-schedule: Mon Tue Wed Thu Fri Sat Sun
TEXT
diff expected seen
