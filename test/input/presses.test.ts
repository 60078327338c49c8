import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import type { Meaning } from '../../src/lib/input-devices.js';
import type { CallOutcome } from '../../src/contract/inner-ports.js';
import { createPresses } from '../../src/input/presses.js';
import type { PublicState } from '../../src/contract/public-state.js';
import type { Agent } from '../../src/contract/ports.js';
import { createRecordingLogger } from '../fakes/ports/logger.js';

type Shown = Pick<PublicState, 'alarm' | 'muted' | 'sleep' | 'silenceReason' | 'announcement'>;
/** Linux's own pace, `REP_PERIOD`. */
const KERNEL_REPEATS_MS = 33;
const RINGING = { id: 'a', atMs: 0, ringing: true, fallback: false };

/** Keys, and the calls that they make; `answer`: how each call ends. */
function createStage(
  t: Test,
  shown: Partial<Shown> = {},
  answer: CallOutcome = { result: {} },
  speaks = true,
) {
  const none = { alarm: null, announcement: null, sleep: null, silenceReason: null };
  const state = { ...none, muted: false, ...shown };
  const tones: number[] = [];
  const calls: [string, { readonly offset?: number }][] = [];
  const logger = createRecordingLogger();
  const presses = createPresses({
    agent: { snapshot: () => ({ revision: 1, state }) } as unknown as Pick<Agent, 'snapshot'>,
    session: {
      call(method, params) {
        calls.push([method, params]);
        return Promise.resolve(answer);
      },
    },
    logger,
    speaks,
    refuse: () => void tones.push(calls.length),
  });
  t.teardown(() => presses.stop());
  return {
    calls,
    tones,
    logger,
    presses,
    press: (meaning: Meaning): void => {
      presses.key(`keys ${meaning}`, meaning, 1);
      presses.key(`keys ${meaning}`, meaning, 0);
    },
    until: async (count: number): Promise<void> => {
      while (calls.length < count) await sleep(10);
    },
  };
}

t.test('Each key calls what it means, once, and not again while it is held', async t => {
  const rows: [Meaning, string, object][] = [
    ['playPause', 'player.playPause', {}],
    ['play', 'player.play', {}],
    ['pause', 'player.pause', {}],
    ['stop', 'player.stop', {}],
    ['next', 'player.next', {}],
    ['previous', 'player.previous', {}],
    ['mute', 'player.setMuted', { muted: true }],
    ['sleep', 'timer.sleep', { afterMs: 1_800_000 }],
    [7, 'player.play', { preset: 7 }],
  ];
  for (const [meaning, method, params] of rows) {
    const { presses, calls } = createStage(t);
    for (const value of [1, 2, 2, 0]) presses.key('key', meaning, value);
    t.same(calls, [[method, params]], `${meaning}`);
  }
});

t.test('A second press of mute and of sleep takes the first back', async t => {
  const { press, calls } = createStage(t, { muted: true, sleep: {} });
  press('mute');
  press('sleep');
  t.same(calls, [
    ['player.setMuted', { muted: false }],
    ['timer.sleep', {}],
  ]);
});

t.test(
  'While an alarm rings, what would stop it dismisses it, and what makes it quiet snoozes it',
  async t => {
    const { press, calls } = createStage(t, { alarm: RINGING });
    for (const meaning of ['playPause', 'play', 'pause', 'stop', 'mute', 'sleep', 'next', 3] as const)
      press(meaning);
    t.same(
      calls.map(([method]) => method),
      [
        ...Array.from({ length: 4 }, () => 'alarm.dismiss'),
        ...Array.from({ length: 2 }, () => 'alarm.snooze'),
        'player.next',
        'player.play',
      ],
    );
    const waiting = createStage(t, { alarm: { ...RINGING, ringing: false } });
    waiting.press('stop');
    t.same(waiting.calls, [['player.stop', {}]], 'one that only waits is left alone');
  },
);

t.test('Twenty clicks are one change, which comes before what is pressed next', async t => {
  const { presses, press, calls, until } = createStage(t);
  for (let click = 0; click < 20; click += 1) presses.turn(1);
  t.same(calls, [], 'they are gathered');
  await until(1);
  t.same(calls, [['player.setVolume', { offset: 40 }]]);
  for (let click = 0; click < 5; click += 1) presses.turn(-1);
  press('mute');
  t.same(calls.slice(1), [
    ['player.setVolume', { offset: -10 }],
    ['player.setMuted', { muted: true }],
  ]);
  presses.turn(400);
  await until(4);
  t.same(calls[3], ['player.setVolume', { offset: 100 }], 'never more than there is');
  presses.turn(3);
  presses.turn(-3);
  press('next');
  t.same(calls.slice(4), [['player.next', {}]], 'forth and back is nothing');
});

t.test('A volume key that is held goes on, and a knob that never rests is heard', async t => {
  const { presses, calls, until } = createStage(t);
  presses.key('key', 'louder', 1);
  for (let repeat = 0; repeat < 3; repeat += 1) presses.key('key', 'louder', 2);
  presses.key('key', 'louder', 0);
  await until(1);
  t.same(calls, [['player.setVolume', { offset: 10 }]]);
  presses.key('key', 'quieter', 1);
  await until(2);
  t.same(calls[1], ['player.setVolume', { offset: -4 }]);
  while (calls.length < 4) {
    presses.turn(1);
    await sleep(10);
  }
  t.pass('it was told although it never rested');
});

t.test('A volume key that is held goes on in small steps, as often as the kernel repeats it', async t => {
  const { presses, calls } = createStage(t);
  presses.key('key', 'louder', 1);
  for (let repeat = 0; repeat < 40; repeat += 1) {
    await sleep(KERNEL_REPEATS_MS);
    presses.key('key', 'louder', 2);
  }
  presses.key('key', 'louder', 0);
  const sum = (): number => calls.reduce((all, [, { offset = 0 }]) => all + offset, 0);
  while (sum() < 84) await sleep(10);
  const steps = calls.map(([, { offset = 0 }]) => offset);
  t.equal(sum(), 84, 'none is lost');
  t.ok(Math.max(...steps) <= 8, `in steps of ${steps.join()}`);
});

t.test('A number key that is held stores a preset, and plays nothing when it is let go', async t => {
  const { presses, calls, until } = createStage(t);
  presses.key('keys 4', 4, 1);
  await until(1);
  presses.key('keys 4', 4, 0);
  t.same(calls, [['preset.set', { number: 4 }]]);
});

t.test('Play/pause that is held while nothing sounds asks for a code, and plays nothing', async t => {
  const { presses, press, calls, tones, until } = createStage(t, { silenceReason: 'paused' });
  presses.key('key', 'playPause', 1);
  t.same(calls, [], 'it may become a long press');
  await until(1);
  presses.key('key', 'playPause', 0);
  press('play');
  t.same(calls, [
    ['announcement.code', {}],
    ['player.play', {}],
  ]);
  t.same(tones, []);
});

t.test('Play/pause that is held while something sounds acts at once, and asks for no code', async t => {
  const { presses, calls, tones } = createStage(t);
  presses.key('key', 'playPause', 1);
  t.same(calls, [['player.playPause', {}]]);
  while (tones.length === 0) await sleep(10);
  presses.key('key', 'playPause', 0);
  t.equal(calls.length, 1);
});

t.test('A speaker that is set to say nothing waits for no long press', t => {
  const { presses, calls } = createStage(t, { silenceReason: 'paused' }, undefined, false);
  presses.key('key', 'playPause', 1);
  t.same(calls, [['player.playPause', {}]]);
  t.end();
});

t.test('A device that is gone, or that lost events, holds no key', async t => {
  const { presses, calls } = createStage(t);
  presses.key('one 5', 5, 1);
  presses.key('other 6', 6, 1);
  presses.letGo('one ');
  presses.key('one 5', 5, 0);
  presses.key('other 6', 6, 0);
  t.same(calls, [['player.play', { preset: 6 }]]);
});

t.test('A press that cannot do what it means is answered by tones, and told once', async t => {
  const refused = { error: { code: -32_000, message: 'there is no source' } };
  const { press, logger, tones } = createStage(t, {}, refused);
  press('next');
  press('next');
  await sleep(0);
  t.equal(tones.length, 2, 'each time by tones');
  t.equal(logger.lines.length, 1);
  t.match(logger.lines, [
    { message: /could not do/, details: { method: 'player.next', reason: 'there is no source' } },
  ]);
});
