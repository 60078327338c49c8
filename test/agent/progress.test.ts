import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { isSounding } from '../fakes/phones/phone.js';
import { anAlbum, createRig, type Rig, testsOf } from '../rigs/agent/rig.js';
import { watchHoldUps } from '../rigs/slowness.js';
import { checkProgress } from '../rigs/agent/story.js';

t.jobs = 4;
const test = testsOf(t);

/** Index and whole seconds of every report, in the order in which they came in. */
function reportsOf({ sandbox }: Rig): (readonly [number, number])[] {
  return sandbox.requests
    .of('setProgress')
    .map(({ args }) => [Number(args['index']), Number(args['elapsedTime'])]);
}

/** Whole seconds of the reports of one item. */
const saidOf = (rig: Rig, item: number) =>
  reportsOf(rig)
    .filter(([index]) => index === item)
    .map(([, elapsedS]) => elapsedS);

test('every so many seconds of sound, none while paused, the end once and last', async t => {
  // The end, reported up to two seconds early, stands in for a report that is due so late.
  const rig = await createRig(t, { trackSeconds: 7.5, progressFrequency: 4 });
  // The answer to the end is awaited while the item still sounds.
  rig.sandbox.faults.add('latency', { operation: 'setProgress', value: 900 });
  const { phone } = await rig.ready({ TONEARM_PROGRESS_SECONDS: '1' });
  const holdUps = watchHoldUps();
  await phone.call('player.play', { sourceId: anAlbum(rig.sandbox).id });
  await phone.untilPosition(2_800);
  await phone.call('player.pause');
  // What was sounded before may still be on its way.
  await sleep(1_500);
  const before = reportsOf(rig);
  await sleep(3_000);
  t.strictSame(reportsOf(rig), before, 'silence is not reported');
  await phone.call('player.play');
  await phone.until('the third item', ({ item }) => item?.index === 2, 40_000);
  for (const index of [0, 1]) checkProgress(t, saidOf(rig, index), [4, 8], holdUps.wasHeldUp());
  const indexes = reportsOf(rig).map(([index]) => index);
  t.strictSame(
    indexes,
    [...indexes].sort((a, b) => a - b),
    'one item after the other',
  );
});

test('The configured interval applies where the service leaves the choice', async t => {
  const rig = await createRig(t, { trackSeconds: 7.5, progressFrequency: null });
  const { phone } = await rig.ready({ TONEARM_PROGRESS_SECONDS: '4' });
  const holdUps = watchHoldUps();
  await phone.call('player.play', { sourceId: anAlbum(rig.sandbox).id });
  await phone.until('the second item', ({ item }) => item?.index === 1);
  checkProgress(t, saidOf(rig, 0), [4, 8], holdUps.wasHeldUp());
});

test('left out but for the ends', async t => {
  const rig = await createRig(t, { trackSeconds: 4, progressFrequency: null });
  const { phone } = await rig.ready({ TONEARM_PROGRESS_SECONDS: '0' });
  await phone.call('player.play', { sourceId: anAlbum(rig.sandbox).id });
  await phone.until('the third item', ({ item }) => item?.index === 2);
  t.strictSame(reportsOf(rig), [
    [0, 4],
    [1, 4],
  ]);
  t.equal(rig.asked('current'), 1, 'what a mutation answers with is not asked for again');
});

test('a seek goes where it is told, within the item, and playing on counts from there', async t => {
  const rig = await createRig(t, { trackSeconds: 60, progressFrequency: 2 });
  const { phone } = await rig.ready();
  const holdUps = watchHoldUps();
  await phone.play({ sourceId: anAlbum(rig.sandbox).id });
  await phone.call('player.seek', { positionMs: 30_000 });
  const isBeyond = ([, elapsedS]: readonly [number, number]) => elapsedS > 30;
  while (!reportsOf(rig).some(isBeyond)) await sleep(20);
  const [index, elapsedS = Infinity] = reportsOf(rig).find(isBeyond) ?? [];
  t.ok(index === 0 && (elapsedS <= 34 || holdUps.wasHeldUp()), `reported at ${elapsedS} s`);
  await phone.call('player.seek', { offsetMs: -600_000 });
  await phone.until('back at the start', state => isSounding(state) && state.position.positionMs < 5_000);
  for (const params of [{}, { positionMs: 1, offsetMs: 1 }, { positionMs: 1.5 }, { positionMs: null }, [1]]) {
    t.match(await phone.ask('player.seek', params), { error: { code: -32602 } }, JSON.stringify(params));
  }
  await phone.call('player.seek', { positionMs: 10_000_000 });
  await phone.until('the next item', ({ item }) => item?.index === 1);
  t.strictSame(
    rig.reported(0).filter(elapsed => elapsed === 60),
    [60],
  );
});
