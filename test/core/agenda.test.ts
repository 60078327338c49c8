import t from 'tap';
import type { Command } from '../../src/contract/command.js';
import { levelOf } from '../../src/core/facts/level.js';
import { EMPTY_AGENDA } from '../../src/core/model/agenda.js';
import type { Ask } from '../../src/core/model/ledger.js';
import type { Restored } from '../../src/core/model/state.js';
import type { Zone } from '../../src/core/vocabulary/zone.js';
import { allOutside, effectOf, lastAskOf, timerOf } from '../rigs/core/outside.js';
import {
  createItem,
  createPlaying,
  createStage,
  EPOCH_OFFSET_MS,
  type Stage,
  STATION,
  TAKEN_OVER,
} from '../rigs/core/stage.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const QUIET = { fromMin: 60, toMin: 120, volumeMax: 20 };

/** Lets the timers of the agenda ring as time passes, every ten seconds in long times; `sees` looks after each. */
function pass(stage: Stage, ms: number, sees: () => void = () => undefined): void {
  const end = stage.now + ms;
  const usual = ms > HOUR ? 10_000 : 1_000;
  for (;;) {
    const { agenda, fade } = stage.state.timers;
    const step = fade?.hasRung === false ? 500 : usual;
    if (stage.now + step > end) break;
    stage.now += step;
    if (fade?.hasRung === false) stage.fires('fade');
    if (agenda?.hasRung === false) stage.fires('agenda');
    sees();
  }
  stage.now = end;
}

const loads = (stage: Stage) =>
  stage.log.flatMap(effect => (effect.type === 'player.load' ? [effect.url] : []));

const clock = (stage: Stage): number => stage.now + EPOCH_OFFSET_MS;

/** `HH:MM`, UTC, this many milliseconds from now, which begins a minute. */
function timeIn(stage: Stage, ms: number): string {
  return new Date(clock(stage) + ms).toISOString().slice(11, 16);
}

/** Paused, with a source, on a whole minute. */
function quietStage(options: Parameters<typeof createPlaying>[1] = {}): Stage {
  const stage = createPlaying(createItem(0), options).ask({ type: 'pause' });
  stage.now += MINUTE - (clock(stage) % MINUTE);
  return stage.send({ type: 'zone.told', zone: [], isClockSet: true });
}

const alarm = (stage: Stage, ms: number, more: object = {}): Command => ({
  ...{ type: 'setAlarm', id: 'a', time: timeIn(stage, ms) },
  ...more,
});

t.test('The sleep timer fades for thirty seconds, pauses, and leaves the volume as it was', async t => {
  const stage = createPlaying().ask({ type: 'sleep', afterMs: 5 * MINUTE });
  t.match(stage.public.sleep, { endsAtMs: EPOCH_OFFSET_MS + 5 * MINUTE });
  pass(stage, 4 * MINUTE + 29_000);
  t.equal(levelOf(stage.state), 40);
  const levels: number[] = [];
  pass(stage, 30_000, () => levels.push(levelOf(stage.state)));
  t.strictSame(
    levels,
    levels.toSorted((a, b) => b - a),
  );
  t.ok((levels.at(-1) ?? 40) < 3);
  t.equal(stage.public.volume, 40);
  pass(stage, 2_000);
  t.match(stage.public, { playbackStatus: 'paused', sleep: null, volume: 40 });
  const last = stage.log.map(({ type }) => type);
  t.ok(last.lastIndexOf('player.pause') < last.lastIndexOf('player.setVolume'), 'silent first, then loud');
  t.equal(stage.state.player.volume, 40);
});

t.test('The sleep timer ends after the item, before the next one sounds', async t => {
  const stage = createPlaying().ask({ type: 'sleep', afterItem: true });
  t.match(stage.public.sleep, { endsAtMs: EPOCH_OFFSET_MS + 180_000 });
  stage.after(179_100).position(179_100).fires('endReport').answer(createItem(1));
  t.equal(stage.state.player.behind, null, 'nothing is to follow without a gap');
  stage.after(900).ended();
  t.match(stage.public, { playbackStatus: 'paused', silenceReason: 'paused', sleep: null });
  t.equal(stage.state.player.held, null);
});

t.test('An ended sleep timer does nothing', async t => {
  const stage = createPlaying().ask({ type: 'sleep', afterMs: MINUTE }).ask({ type: 'sleep' });
  t.equal(stage.public.sleep, null);
  pass(stage, 2 * MINUTE);
  t.equal(stage.public.playbackStatus, 'playing');
});

t.test('Quiet hours are a ceiling: what is louder glides down when they begin, and stays there', async t => {
  const stage = createPlaying(createItem(0), { settings: { quiet: QUIET } });
  stage.now += HOUR - clock(stage) - 5_000;
  stage.send({ type: 'zone.told', zone: [], isClockSet: true });
  t.match(stage.public, { volume: 40, volumeMax: 100 });
  const levels: number[] = [];
  pass(stage, 20_000, () => levels.push(levelOf(stage.state)));
  t.match(stage.public, { volume: 20, volumeMax: 20 });
  t.ok(
    levels.some(level => level > 21 && level < 39),
    'in steps',
  );
  t.equal(levels.at(-1), 20);
  t.equal(stage.ask({ type: 'setVolume', volume: 90 }).public.volume, 20);
  pass(stage, HOUR);
  t.match(stage.public, { volume: 20, volumeMax: 100 });
});

t.test('A volume that a listener sets while the sound glides down comes at once', async t => {
  const stage = createPlaying(createItem(0), { settings: { quiet: QUIET } });
  stage.now += HOUR - clock(stage) - 5_000;
  stage.send({ type: 'zone.told', zone: [], isClockSet: true });
  pass(stage, 8_000);
  t.ok(levelOf(stage.state) > 21, 'it glides');
  stage.ask({ type: 'setVolume', volume: 0 });
  t.equal(levelOf(stage.state), 0);
  t.equal(stage.state.player.volume, 0);
});

t.test('An alarm wakes who fell asleep by a timer, and a timer of the morning dismisses it', async t => {
  const stage = createPlaying();
  stage.ask(alarm(stage, 10 * MINUTE)).ask({ type: 'sleep', afterMs: 10 * MINUTE + 5_000 });
  pass(stage, 10 * MINUTE + 20_000);
  t.match(stage.public, { playbackStatus: 'playing', sleep: null, alarm: { ringing: true } });
  stage.ask({ type: 'sleep', afterMs: MINUTE });
  pass(stage, MINUTE + 1_000);
  t.match(stage.public, { playbackStatus: 'paused', sleep: null, alarm: null });
});

t.test('The speaker has the volume of an alarm before its first sample', async t => {
  const stage = quietStage();
  stage.ask({ type: 'setVolume', volume: 70 });
  stage.ask(alarm(stage, 10 * MINUTE, { sourceId: 'ST:9', volume: 30 }));
  t.match(stage.public.alarm, { id: 'a', atMs: clock(stage) + 10 * MINUTE, ringing: false });
  pass(stage, 9 * MINUTE + 29_000);
  t.equal(stage.asked('command'), 0);
  pass(stage, 2_000);
  t.not(stage.asked('command'), 0, 'the source is asked for before the hour');
  stage.sourceSet(createItem(0), { ...STATION, id: 'ST:9' });
  t.match(stage.public, { playbackStatus: 'paused', source: { id: 'ST:9' }, volume: 70 });
  const before = stage.log.length;
  pass(stage, 30_000);
  const rung = stage.log.slice(before).map(({ type }) => type);
  t.ok(rung.indexOf('player.setVolume') < rung.indexOf('player.load'), rung.join());
  t.match(stage.public, { playbackStatus: 'playing', volume: 30, alarm: { ringing: true } });
  t.equal(stage.state.player.volume, 12, 'faint at first');
  stage.started();
  const levels: number[] = [];
  pass(stage, 31_000, () => levels.push(levelOf(stage.state)));
  t.strictSame(
    levels,
    levels.toSorted((a, b) => a - b),
  );
  t.equal(Math.max(...levels), 30);
  stage.ask({ type: 'dismiss' });
  t.match(stage.public, { playbackStatus: 'paused', volume: 70, alarm: null });
  t.match(stage.state.agenda.alarms, [{ id: 'a', enabled: false }], 'once');
});

t.test('A tone replaces the source that cannot be had in time, until it can', async t => {
  const stage = quietStage();
  stage.ask(alarm(stage, MINUTE, { sourceId: 'ST:9' }));
  pass(stage, 31_000);
  stage.failed();
  pass(stage, 30_000);
  t.match(stage.public, { alarm: { ringing: true, fallback: false } });
  stage.failed();
  pass(stage, 20_000);
  t.match(stage.public, { alarm: { ringing: true, fallback: true } });
  t.equal(loads(stage).at(-1), 'tone:alarm');
  stage.started();
  t.not(stage.public.silenceReason, null, 'no item sounds');
});

t.test('The agent asks early for the source of an alarm once, also where it cannot be had', async t => {
  const stage = quietStage();
  stage.ask(alarm(stage, MINUTE, { sourceId: 'ST:9' }));
  pass(stage, 31_000);
  const before = stage.log.length;
  stage.failed();
  pass(stage, 20_000);
  const asked = stage.log.slice(before).filter(({ type }) => type === 'service.ask');
  t.strictSame(asked, [], 'a service that refuses at once is not asked again and again');
  pass(stage, 10_000);
  t.match(stage.public, { alarm: { ringing: true } });
  t.not(stage.asked('place'), 0, 'at the hour it is');
});

t.test('An alarm takes no stream from elsewhere before its hour', async t => {
  const started = (restored: Partial<Restored>): Stage =>
    createStage({ restored }).send({ type: 'player.ready' }).send({ type: 'engine.started' });
  const ways: readonly [string, Stage][] = [
    ['while it played', started({}).answer(TAKEN_OVER)],
    ['in a pause', started({ wish: 'paused' }).answer(TAKEN_OVER)],
    ['with nothing to play', started({ wish: 'stopped', source: null }).answer(TAKEN_OVER)],
    ['before the start, which has not looked yet', started({ wish: 'paused', sourceHeld: 'interrupted' })],
  ];
  for (const [name, stage] of ways) {
    stage.send({ type: 'zone.told', zone: [], isClockSet: true });
    stage.now += MINUTE - (clock(stage) % MINUTE);
    stage.ask(alarm(stage, MINUTE, { sourceId: 'ST:9' }));
    const asks = (): readonly Ask[] =>
      stage.log.flatMap(effect =>
        effect.type === 'service.ask' && effect.ask.op === 'setSource' ? [effect.ask] : [],
      );
    pass(stage, 31_000);
    t.strictSame(asks(), [], name);
    pass(stage, 30_000);
    t.match(stage.public, { alarm: { ringing: true } });
    t.match(asks(), [{ sourceId: 'ST:9' }], `${name}: at the hour it does`);
  }
});

t.test('A snoozed alarm rings again, and ends after half an hour', async t => {
  const stage = quietStage();
  stage.ask(alarm(stage, MINUTE));
  pass(stage, MINUTE + 1_000);
  t.match(stage.public, { playbackStatus: 'playing', alarm: { ringing: true } });
  stage.ask({ type: 'snooze', afterMs: 5 * MINUTE });
  t.match(stage.public, { playbackStatus: 'paused', alarm: { id: 'a', ringing: false } });
  pass(stage, 5 * MINUTE + 1_000);
  t.match(stage.public, { playbackStatus: 'playing', alarm: { ringing: true } });
  pass(stage, 30 * MINUTE + 1_000);
  t.match(stage.public, { playbackStatus: 'paused', alarm: null });
  t.ok(stage.ask({ type: 'snooze' }).types.includes('command.reject'));
});

t.test('An alarm that rings when the agent is killed keeps its time to be heard', async t => {
  const alarms = [
    { id: 'a', minute: 0, days: [], sourceId: 'ST:9', preset: null, volume: null, enabled: false, doneMs: 1 },
  ];
  for (const [rangMs, leftMs] of [
    [10_000, 5_000],
    [60_000, 15_000],
  ] as const) {
    const ring = {
      ...({ id: 'a', atMs: 0, is: 'snoozed', sinceMs: -rangMs } as const),
      ...{ heardMs: null, fallback: false, volumeBefore: 40 },
    };
    const stage = createStage({ agenda: { ...EMPTY_AGENDA, alarms, ring } });
    stage.send({ type: 'player.ready' }).send({ type: 'engine.started' });
    pass(stage, leftMs - 1_000);
    t.match(stage.public, { alarm: { ringing: true, fallback: false } }, `after ${rangMs} ms`);
    pass(stage, 2_000);
    t.match(stage.public, { alarm: { ringing: true, fallback: true } }, 'the tone begins');
  }
});

t.test('The speaker tells of sixteen missed alarms, and rings none of them hours later', async t => {
  const stage = quietStage();
  for (let id = 0; id < 16; id += 1)
    stage.ask({ ...alarm(stage, HOUR), id: `${id}`, days: [1, 2, 3, 4, 5, 6, 7] } as Command);
  stage.ask({ ...alarm(stage, HOUR), id: 'x' } as Command);
  t.match(effectOf(stage, 'command.reject'), { refusal: { reason: 'notAllowed' } });
  stage.send({ type: 'clock.set', epochOffsetMs: EPOCH_OFFSET_MS + 5 * HOUR });
  t.match(stage.public, {
    playbackStatus: 'paused',
    notice: { code: 'alarmMissed' },
    alarm: { ringing: false },
  });
  pass(stage, 20 * HOUR);
  t.match(stage.public, { playbackStatus: 'playing', alarm: { ringing: true } });
});

t.test(
  'An alarm waits for a clock that was never set, which is said, and is judged at once when it is',
  async t => {
    const stage = quietStage().send({ type: 'zone.told', zone: [], isClockSet: false });
    t.equal(stage.public.notice, null, 'nothing waits');
    stage.ask(alarm(stage, MINUTE));
    t.match(stage.public, { alarm: null, notice: { code: 'clockNotSet' } });
    stage.ask({ type: 'setVolume', volume: 30 });
    t.match(stage.public.notice, { code: 'clockNotSet' }, 'it is still so');
    pass(stage, 10 * MINUTE);
    t.match(stage.public, { playbackStatus: 'paused', alarm: null });
    // The clock was months behind: what was asked without one is to come, not missed.
    stage.send({ type: 'clock.set', epochOffsetMs: EPOCH_OFFSET_MS + 200 * DAY });
    stage.send({ type: 'zone.told', zone: [], isClockSet: true });
    t.match(stage.public, { notice: null, playbackStatus: 'paused', alarm: { ringing: false } });
    const { atMs = 0 } = stage.public.alarm ?? {};
    const nowMs = stage.now + EPOCH_OFFSET_MS + 200 * DAY;
    t.ok(atMs > nowMs && atMs <= nowMs + DAY);
    pass(stage, atMs - nowMs + 2_000);
    t.match(stage.public, { playbackStatus: 'playing', alarm: { ringing: true } });
  },
);

t.test('An alarm that was due while the clock was not set rings once it is', async t => {
  const stage = quietStage();
  stage.ask(alarm(stage, MINUTE)).send({ type: 'zone.told', zone: [], isClockSet: false });
  pass(stage, 10 * MINUTE);
  t.match(stage.public, { playbackStatus: 'paused', alarm: null });
  stage.send({ type: 'zone.told', zone: [], isClockSet: true });
  t.match(stage.public, { playbackStatus: 'playing', alarm: { ringing: true } });
});

t.test('A clock that was years ahead silences no alarm for years', async t => {
  const stage = quietStage();
  stage.send({ type: 'clock.set', epochOffsetMs: EPOCH_OFFSET_MS + 1_000 * DAY });
  stage.ask(alarm(stage, HOUR, { days: [1, 2, 3, 4, 5, 6, 7] }));
  stage.send({ type: 'clock.set', epochOffsetMs: EPOCH_OFFSET_MS });
  stage.send({ type: 'zone.told', zone: [], isClockSet: true });
  t.ok((stage.public.alarm?.atMs ?? Number.POSITIVE_INFINITY) <= clock(stage) + DAY);
});

t.test(
  'Weekday alarms of a year ring once on each of their days, across both changes of the clocks',
  async t => {
    const begin = Date.UTC(2026, 0, 1);
    const zone: Zone = [
      { atMs: begin - DAY, offsetMs: HOUR },
      { atMs: Date.UTC(2026, 2, 29, 1), offsetMs: 2 * HOUR },
      { atMs: Date.UTC(2026, 9, 25, 1), offsetMs: HOUR },
    ];
    const stage = createStage({ restored: { wish: 'paused' } })
      .send({ type: 'player.ready' })
      .send({ type: 'clock.set', epochOffsetMs: begin })
      .send({ type: 'zone.told', zone, isClockSet: true })
      .ask({ type: 'setAlarm', id: 'a', time: '02:30', days: [1, 2, 3, 4, 5, 7] });
    const rings: string[] = [];
    while (stage.now < 365 * DAY) {
      const { atMs = 0 } = stage.public.alarm ?? {};
      stage.now = atMs - begin;
      stage.fires('agenda');
      if (stage.public.alarm?.ringing === true) rings.push(new Date(atMs).toISOString().slice(0, 16));
      stage.ask({ type: 'dismiss' });
    }
    t.equal(new Set(rings).size, rings.length);
    t.equal(rings.filter(at => at.startsWith('2026')).length, 313, 'all but Saturdays');
    t.ok(rings.includes('2026-03-29T01:00'), 'at the end of the gap');
    t.ok(rings.includes('2026-10-25T00:30') && !rings.includes('2026-10-25T01:30'), 'the first of two');
  },
);

t.test('An alarm that waits wakes nobody, and is judged again when the clock is set', async t => {
  const stage = quietStage();
  stage.ask(alarm(stage, 20 * HOUR));
  t.match(timerOf(stage, 'agenda'), { delayMs: 20 * HOUR - 30_000 });
  stage.send({ type: 'clock.set', epochOffsetMs: EPOCH_OFFSET_MS + HOUR });
  t.match(timerOf(stage, 'agenda'), { delayMs: 19 * HOUR - 30_000 });
  // Node's timers reach 24.8 days: one that rings early is set again.
  stage.now += HOUR;
  t.match(timerOf(stage.fires('agenda'), 'agenda'), { delayMs: 18 * HOUR - 30_000 });
});

t.test('A stream that never opens gives way to the tone', async t => {
  const stage = quietStage();
  stage.ask(alarm(stage, MINUTE, { sourceId: 'ST:9' }));
  pass(stage, 31_000);
  stage.sourceSet(createItem(0), { ...STATION, id: 'ST:9' });
  pass(stage, 29_000);
  t.equal(stage.sound, 'opening');
  pass(stage, 14_000);
  t.match(stage.public.alarm, { ringing: true, fallback: false });
  pass(stage, 2_000);
  t.match(stage.public.alarm, { ringing: true, fallback: true });
  t.equal(loads(stage).at(-1), 'tone:alarm');
});

t.test('An alarm takes the stream back that another device took over', async t => {
  const stage = createStage().send({ type: 'player.ready' }).send({ type: 'engine.started' });
  stage.answer(TAKEN_OVER);
  t.match(stage.public, { silenceReason: 'takenOver', playbackStatus: 'stopped' });
  stage.now += MINUTE - (clock(stage) % MINUTE);
  stage.ask(alarm(stage, MINUTE));
  pass(stage, MINUTE + 1_000);
  t.match(stage.public, { playbackStatus: 'playing', alarm: { ringing: true } });
  t.match(lastAskOf(stage), { op: 'setSource', sourceId: STATION.id });
});

t.test('A speaker that starts in quiet hours is not loud first', async t => {
  const stage = createStage({ settings: { quiet: QUIET }, restored: { volume: 80 } });
  stage.send({ type: 'clock.set', epochOffsetMs: 90 * MINUTE }).send({ type: 'player.ready' });
  t.match(
    allOutside(stage).filter(each => 'type' in each && each.type === 'player.setVolume'),
    [{ volume: 20 }],
  );
});

t.test('A sleep timer by the item tells no end where the length is unknown', async t => {
  const stage = createStage().send({ type: 'player.ready' }).send({ type: 'engine.started' });
  stage.answer(createItem(0, { durationMs: null })).started(0, null);
  stage.ask({ type: 'sleep', afterItem: true });
  t.strictSame(stage.public.sleep, {});
});
