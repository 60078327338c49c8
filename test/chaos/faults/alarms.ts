import { setTimeout as sleep } from 'node:timers/promises';
import { FETCHING } from '../../../src/contract/public-state.js';
import type { Random } from '../../../src/sandbox/random.js';
import { stationOf } from '../../bench/rig/agent.js';
import type { AlarmFacts } from '../ledger.js';
import type { Testbed } from '../stage/testbed.js';
import { type Fault, STRUCK } from './fault.js';

const MINUTE_MS = 60_000;
/** No alarm is set for a minute that is nearer: its answer may take as long. */
const NEAREST_MS = 12_000;
/** The source is asked for so early, where nothing plays. */
const EARLY_MS = 31_000;
const LOOK_MS = 50;
const SNOOZE_MS = 4_000;
/** Longer than it may take until something sounds. */
const PATIENCE_MS = 30_000;

interface Drawn {
  readonly sourceId: string | null;
  readonly afterMs: number;
  readonly ends: readonly ('dismiss' | 'snooze' | 'play')[];
}

const wait = (ms: number): Promise<unknown> => sleep(Math.max(0, ms), null, { ref: false });

/** One at a time. It rings with whatever else goes on, is heard for a while, and snoozed, dismissed, or left for a station. */
export const ALARMS: readonly Fault[] = [
  {
    name: 'listener: alarm',
    weight: 10,
    lastsMs: [0, 0],
    explains: FETCHING,
    async begin(testbed, random) {
      const before = testbed.alarms.at(-1);
      if (before !== undefined && before.overMs === null) return STRUCK;
      const hourMs = Math.ceil((Date.now() + NEAREST_MS) / MINUTE_MS) * MINUTE_MS;
      const atMs = performance.now() + hourMs - Date.now();
      const drawn = draw(testbed, random);
      const time = new Date(hourMs).toISOString().slice(11, 16);
      const { sourceId } = drawn;
      const outcome = await testbed.act('alarm.set', {
        time,
        volume: 100,
        ...(sourceId !== null && { sourceId }),
      });
      if (outcome !== 'ok' && outcome !== 'cut') return STRUCK;
      const alarm: AlarmFacts = { atMs, isSure: outcome === 'ok', toldMs: null, overMs: null };
      testbed.alarms.push(alarm);
      void attend(testbed, alarm, drawn);
      return { ...STRUCK, about: time };
    },
  },
];

function draw({ sandbox }: Testbed, random: Random): Drawn {
  const sourceId = random.next() < 0.5 ? stationOf(sandbox, random.between(0, 2)) : null;
  const afterMs = random.between(500, 12_000);
  const end = random.pick(['dismiss', 'play'] as const);
  return { sourceId, afterMs, ends: random.next() < 0.4 ? ['snooze', end] : [end] };
}

/** What the speaker does by itself, and what a listener who is woken does. */
async function attend(
  testbed: Testbed,
  alarm: AlarmFacts,
  { sourceId, afterMs, ends }: Drawn,
): Promise<void> {
  const { phone } = testbed;
  const params = sourceId === null ? {} : { sourceId };
  let isTold = false;
  /** As last told: an agent that was killed comes back to it. */
  const isRinging = (): boolean => {
    if (phone.state !== null) isTold = phone.state.alarm?.ringing === true;
    return isTold;
  };
  await wait(alarm.atMs - EARLY_MS - performance.now());
  while (phone.state?.playbackStatus === 'playing' && performance.now() < alarm.atMs) await wait(LOOK_MS);
  const early = testbed.happened('alarm prepares', params);
  await wait(alarm.atMs - performance.now());
  early.done();
  for (let at = 0; ; at += 1) {
    const rings = testbed.happened('alarm rings', params);
    const trouble = testbed.trouble({ kind: 'alarm', explains: FETCHING, unnoticedMs: 0 });
    const untilMs = performance.now() + PATIENCE_MS;
    while (!isRinging() && performance.now() < untilMs) await wait(LOOK_MS);
    if (isRinging()) alarm.toldMs ??= performance.now();
    const sinceMs = performance.now();
    const hasSounded = (): boolean => Math.max(testbed.ear.lastSoundMs, testbed.ear.lastToneMs) > sinceMs;
    while (isRinging() && !hasSounded() && performance.now() < sinceMs + PATIENCE_MS) await wait(LOOK_MS);
    const goesOnMs = performance.now() + afterMs;
    while (isRinging() && performance.now() < goesOnMs) await wait(LOOK_MS);
    const end = ends[at] ?? 'dismiss';
    const isOver = await finish(testbed, isRinging, end);
    rings.done();
    trouble.toMs = performance.now();
    if (isOver) break;
    await wait(SNOOZE_MS);
  }
  alarm.overMs = performance.now();
}

/** Whether it is over for good. */
async function finish(
  testbed: Testbed,
  isRinging: () => boolean,
  end: Drawn['ends'][number],
): Promise<boolean> {
  const untilMs = performance.now() + PATIENCE_MS;
  while (performance.now() < untilMs) {
    // A key may have ended it, or snoozed it for longer than the round.
    if (!isRinging()) return true;
    const outcome =
      end === 'play'
        ? await testbed.act('player.play', { sourceId: stationOf(testbed.sandbox) })
        : await testbed.act(`alarm.${end}`, end === 'snooze' ? { afterMs: SNOOZE_MS } : {});
    if (outcome === 'ok') return end !== 'snooze';
    await wait(LOOK_MS * 4);
  }
  testbed.breach(`nobody could ${end} an alarm`);
  return true;
}
