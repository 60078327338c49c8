import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import type { PublicState } from '../../src/contract/public-state.js';
import { audioOf, ON_DEMAND, openTestbed, reportsAt, silences } from '../rigs/agent/full.js';
import { isAt, isSounding } from '../fakes/phones/phone.js';
import { endsBySignal } from '../rigs/agent/process.js';
import { anAlbum, type Rig, testsOf } from '../rigs/agent/rig.js';
import { checkGoesOn, firstPlaceMs, markPlace } from '../rigs/agent/place.js';
import { slack, watchHoldUps } from '../rigs/slowness.js';

t.jobs = 3;
const test = testsOf(t);
const LENGTH_S = 20;

/** An album whose next item is peeked and in the player, shortly before the end of the first. */
async function nearEnd(t: Test, trouble: (rig: Rig) => void = () => undefined) {
  const testbed = await openTestbed(t, { trackSeconds: LENGTH_S });
  const { phone, rig } = testbed;
  const { id, tracks } = anAlbum(rig.sandbox);
  await phone.call('player.play', { sourceId: id });
  await rig.sandbox.requests.until('setStarted', 1);
  trouble(rig);
  await phone.call('player.seek', { positionMs: (LENGTH_S - 4) * 1_000 });
  await rig.sandbox.requests.until('audio', 2);
  const titles = tracks.map(({ name }) => name);
  return { ...testbed, titles, pieceIds: tracks.map(track => track.id) };
}

const endsOf = (rig: Rig, index: number) =>
  rig.device.reports.filter(report => report.operation === 'setEnded' && report.index === index);
/** Titles that sounded, in order. */
const soundedOf = ({
  seen,
}: {
  readonly seen: readonly { readonly state: Parameters<typeof isSounding>[0] }[];
}) => [...new Set(seen.filter(({ state }) => isSounding(state)).map(({ state }) => state.item?.title))];

test('ten seconds without an answer to anything: sound goes on', async t => {
  const { phone, rig } = await nearEnd(t);
  const end = rig.sandbox.faults.add('blackHole', { operation: 'graphql' });
  await phone.until('the next', isAt(1));
  await phone.untilPosition(8_500);
  t.strictSame(reportsAt(rig, 1), []);
  t.match(await phone.ask('player.setVolume', { volume: 20 }), { result: {} });
  end();
  await rig.sandbox.requests.until('setStarted', 2);
  t.equal(endsOf(rig, 0).length, 1);
  t.match(reportsAt(rig, 1), [/^setStarted 1 \d+$/]);
  t.equal(rig.device.index, 1);
  t.strictSame(silences(phone), [], 'no silence but to load');
});

test('peeked wrongly, answered in time: the wrong one never sounds', async t => {
  const machine = watchHoldUps();
  const { phone, rig, titles } = await nearEnd(t, ({ sandbox }) => sandbox.faults.add('peekMisleads'));
  await phone.until('the next', isAt(1));
  await rig.sandbox.requests.until('setStarted', 2);
  // The answer has a second; where the machine stood still for that, it was late.
  const isExcused = (title: unknown) => title === titles[2] && machine.wasHeldUp();
  t.strictSame(
    soundedOf(phone).filter(title => !isExcused(title)),
    titles.slice(0, 2),
  );
  t.strictSame(reportsAt(rig, 1), ['setStarted 1 0']);
  t.equal(endsOf(rig, 0).length, 1);
  t.strictSame(silences(phone), [], 'no silence but to load');
});

test('peeked wrongly, answered late: corrected, the wrong one not reported', async t => {
  const { phone, rig, titles } = await nearEnd(t, ({ sandbox }) => {
    sandbox.faults.add('peekMisleads', { times: 1 });
    sandbox.faults.add('latency', { operation: 'setEnded', value: 4_500 });
  });
  await phone.until('the wrong one', state => isSounding(state) && state.item?.title === titles[2]);
  t.strictSame(reportsAt(rig, 1), []);
  const isRight = (state: PublicState) => isAt(1)(state) && state.item?.title === titles[1];
  await phone.until('the right one', isRight);
  t.ok(firstPlaceMs(phone, isRight) < slack(1_000), 'from its start');
  await rig.sandbox.requests.until('setStarted', 2);
  await phone.untilPosition(1_000);
  t.strictSame(reportsAt(rig, 1), ['setStarted 1 0']);
  t.equal(endsOf(rig, 0).length, 1);
});

for (const [fault, more] of [
  ['lostAnswer', {}],
  ['dropRequest', {}],
  ['status', { value: 503 }],
  ['blackHole', {}],
] as const) {
  test(`${fault} at the end of an item: sound goes on, the end is told once`, async t => {
    const { phone, rig, pieceIds } = await nearEnd(t, ({ sandbox }) =>
      sandbox.faults.add(fault, { operation: 'setEnded', times: 1, ...more }),
    );
    await phone.until('the next', isAt(1));
    const opened = audioOf(rig, pieceIds[1] ?? '');
    await rig.sandbox.requests.until('setStarted', 2);
    t.equal(endsOf(rig, 0).length, 1);
    t.match(endsOf(rig, 0), [{ elapsedS: LENGTH_S }]);
    const told = rig.device.reports.map(({ operation, index }) => `${operation} ${index}`);
    t.strictSame(told, ['setStarted 0', 'setEnded 0', 'setStarted 1']);
    t.equal(rig.device.index, 1, 'nothing was skipped');
    t.equal(audioOf(rig, pieceIds[1] ?? ''), opened, 'it was not opened anew');
    t.strictSame(silences(phone), [], 'no silence but to load');
  });
}

for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
  test(`${signal} while an end is open: what sounded goes on, the end is told once`, async t => {
    const { phone, rig, titles, agent, token } = await nearEnd(t, ({ sandbox }) =>
      sandbox.faults.add('blackHole', { operation: 'setEnded' }),
    );
    await phone.until('the next', isAt(1));
    await phone.untilPosition(2_500);
    const mark = await markPlace(phone);
    if (signal === 'SIGTERM') await endsBySignal(agent, signal);
    else {
      await agent.end(signal);
    }
    const kept = JSON.parse(readFileSync(join(rig.stateDir, 'session.json'), 'utf8')) as object;
    t.match(kept, { closing: { index: 0, lengthS: LENGTH_S }, item: { index: 1, title: titles[1] } });
    t.equal(endsOf(rig, 0).length, 0);
    rig.sandbox.faults.clear();
    const back = await rig.phone(await rig.start(ON_DEMAND), token);
    await back.until('sounding', isAt(1));
    t.equal(back.state.item?.title, titles[1]);
    checkGoesOn(t, back, mark, 1_500);
    await rig.sandbox.requests.until('setStarted', 2);
    t.equal(endsOf(rig, 0).length, 1);
    // As far as the kept place, which may be a second old, and however long the machine took since.
    t.match(reportsAt(rig, 1), [/^setStarted 1 [1-9]$/]);
    t.equal(rig.asked('setSource'), 1);
  });
}
