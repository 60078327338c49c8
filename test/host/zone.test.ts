import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { nextMoment } from '../../src/core/vocabulary/zone.js';
import { parseZone } from '../../src/host/zone-file.js';
import { createZoneWatch } from '../../src/host/zone-watch.js';
import { createRecordingLogger } from '../fakes/ports/logger.js';

const ZONES = [
  ...['America/Nuuk', 'Australia/Lord_Howe', 'Africa/Casablanca', 'Europe/Berlin'],
  ...['America/Vancouver', 'Asia/Kathmandu', 'America/Scoresbysund', 'Europe/Dublin'],
];
const TIMES = ['23:30', '02:30', '02:15', '00:00', '01:45', '07:00'];
const FROM_MS = Date.UTC(2026, 0, 1);
const TO_MS = Date.UTC(2027, 0, 1);

/** What the machine's own `date` says of each moment there. */
function told(zone: string, moments: readonly number[]): readonly string[] {
  const input = moments.map(ms => `@${ms / 1000}`).join('\n');
  const out = execFileSync('date', ['-f', '-', '+%F %H:%M'], { input, env: { ...process.env, TZ: zone } });
  return out.toString().trim().split('\n');
}

function momentsOf(zone: string, time: string): readonly number[] {
  const rules = parseZone(readFileSync(`/usr/share/zoneinfo/${zone}`), FROM_MS - 864e5, TO_MS + 864e5);
  const minute = Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  const moments: number[] = [];
  for (let at = nextMoment(rules, minute, [], FROM_MS); at < TO_MS; at = nextMoment(rules, minute, [], at))
    moments.push(at);
  return moments;
}

for (const zone of ZONES)
  t.test(`Every day of a year in ${zone} rings at its own hour, as date tells it`, async t => {
    for (const time of TIMES) {
      const moments = momentsOf(zone, time);
      const shown = told(zone, moments);
      const before = told(
        zone,
        moments.map(at => at - 1_000),
      );
      const earlier = [30, 60].map(minutes =>
        told(
          zone,
          moments.map(at => at - minutes * 60_000),
        ),
      );
      t.ok(moments.length >= 364 && moments.length <= 366, `${time}: ${moments.length} days`);
      const wrong = shown.filter((text, one) => {
        if (earlier.some(other => other[one] === text)) return true;
        if (text.endsWith(time)) return false;
        // In a gap: at its end, the first moment that shows a later time than the one asked for.
        const day = before[one]?.slice(0, 10) ?? '';
        return !((before[one] ?? '') < `${day} ${time}` && text > `${day} ${time}`);
      });
      t.strictSame(wrong, [], time);
      const days = shown.map((text, one) => (text.endsWith(time) ? text : (before[one] ?? '')).slice(0, 10));
      t.equal(new Set(days).size, days.length, `${time}: each day once`);
    }
  });

t.test('Anything but a zone file is refused', async t => {
  t.throws(() => parseZone(Buffer.from('#!/bin/sh\n'.repeat(9)), 0, 1));
  t.throws(() => parseZone(Buffer.alloc(0), 0, 1));
});

const UP_MS = 60_000;

/** A machine that was switched on a minute ago, and whose last run wrote its state so long before that. */
function machineIn(root: string, offMs: number | null, epochMs = Date.UTC(2026, 10, 28)) {
  const heard: boolean[] = [];
  let isKnown = false;
  const options = {
    clock: { epochMs: () => epochMs, steadyMs: () => UP_MS, upMs: () => UP_MS },
    logger: createRecordingLogger(),
    onChange: ({ isClockSet }: { isClockSet: boolean }) => heard.push(isClockSet),
    lastWrittenMs: offMs === null ? null : epochMs - UP_MS - offMs,
    wasSet: false,
    onSet: () => (isKnown = true),
    zoneName: 'Europe/Berlin',
    root,
  };
  return { watch: createZoneWatch(options), again: () => createZoneWatch({ ...options, wasSet: isKnown }) };
}

t.test('Two signs together say that the clock was never set', async t => {
  const root = t.testdir({ sys: { class: { rtc: {} } }, run: { systemd: { timesync: {} } }, etc: {} });
  const isSet = (offMs: number | null, epochMs?: number) =>
    machineIn(root, offMs, epochMs).watch.read().isClockSet;
  t.equal(isSet(3_600_000), true, 'it seems to have been off for an hour: that time comes from somewhere');
  t.equal(isSet(-5_000), false, 'it goes on where it was switched off');
  t.equal(isSet(null), true, 'a first start, and a time that may be');
  t.equal(isSet(null, 86_400_000), false, '1970');
  const { watch, again } = machineIn(root, -5_000);
  t.equal(watch.read().isClockSet, false);
  t.equal(watch.read(true).isClockSet, true, 'it was set');
  t.equal(again().read().isClockSet, true, 'a restart of the agent does not forget that');

  mkdirSync(join(root, 'sys/class/rtc/rtc0'));
  const setOwnClock = (seconds: number) =>
    writeFileSync(join(root, 'sys/class/rtc/rtc0/since_epoch'), `${seconds}\n`);
  setOwnClock(60);
  t.equal(isSet(-5_000), false, 'a clock of its own without a battery');
  setOwnClock(Date.UTC(2026, 10, 28) / 1000);
  t.equal(isSet(-5_000), true, 'a clock of its own');
  setOwnClock(60);
  writeFileSync(join(root, 'run/systemd/timesync/synchronized'), '');
  t.equal(isSet(-5_000), true, 'a time server has set it');
});
