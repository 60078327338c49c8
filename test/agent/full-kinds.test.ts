import t, { type Test } from 'tap';
import type { SandboxOptions } from '../../src/sandbox/sandbox.js';
import { checkDenied, ON_DEMAND, openTestbed, reportsAt, reportsOf, silences } from '../rigs/agent/full.js';
import { isAt, isSounding } from '../fakes/phones/phone.js';
import { aStation, testsOf } from '../rigs/agent/rig.js';

t.jobs = 4;
const test = testsOf(t);
const openFull = (t: Test, sandbox: SandboxOptions) =>
  openTestbed(t, sandbox, { TONEARM_SERVICE_PROFILE: 'full' });
/** Many acts are done while an item of so many seconds sounds. */
const SECONDS = 7;
const NOTHING = { next: false, previous: false, replay: false, seek: false, feedback: false };

test('ads and messages are played through', async t => {
  const { phone, rig } = await openFull(t, { trackSeconds: SECONDS });
  await phone.call('player.play', { sourceId: aStation(rig.sandbox) });
  rig.device.insert({ kind: 'ad', id: 'AD:1', durationS: SECONDS, title: 'Buy' });
  rig.device.insert({ kind: 'message', id: 'AM:1', durationS: SECONDS, title: 'Hello' });
  for (const [index, kind] of [
    [1, 'ad'],
    [2, 'message'],
  ] as const) {
    await phone.until(kind, isAt(index));
    t.match(phone.state, { item: { kind, interactions: [] }, can: { ...NOTHING, pause: true, play: true } });
    t.match(await phone.ask('player.next'), {
      error: { code: 2003, data: { reason: 'notAllowed', interaction: 'SKIP' } },
    });
    await checkDenied(t, phone);
    t.match(phone.state, { silenceReason: null, item: { index } });
  }
  await phone.until('music again', isAt(3));
  t.match(phone.state.item, { kind: 'track' });
  for (const index of [0, 1, 2]) {
    t.strictSame(reportsAt(rig, index), [`setStarted ${index} 0`, `setEnded ${index} ${SECONDS} NORMAL`]);
  }
  t.strictSame(silences(phone), [], 'no silence but to load');
});

test('kinds that nobody has seen: played if they sound, else stepped over', async t => {
  const { phone, rig } = await openFull(t, { trackSeconds: SECONDS });
  await phone.call('player.play', { sourceId: aStation(rig.sandbox) });
  rig.device.insert({ kind: 'novelty', id: 'NO:1', durationS: SECONDS, title: 'What is this?' });
  rig.device.insert({ kind: 'novelty', id: 'NO:2', durationS: 4, title: 'And this?', isSilent: true });
  rig.device.insert({ kind: 'message', id: 'AM:1', durationS: 4, title: 'No words', isSilent: true });
  await phone.until('it sounds', isAt(1));
  t.match(phone.state, { item: { kind: 'unknown', title: String, interactions: [] }, can: NOTHING });
  await checkDenied(t, phone);
  await phone.until('music again', isAt(4), 40_000);
  const sounded = phone.seen.filter(({ state }) => isSounding(state)).map(({ state }) => state.item?.index);
  t.strictSame([...new Set(sounded)], [0, 1, 4]);
  t.match(reportsOf(rig), [
    ...['setSource', 'setStarted 0 0', `setEnded 0 ${SECONDS} NORMAL`],
    ...['setStarted 1 0', `setEnded 1 ${SECONDS} NORMAL`],
    ...['setEnded 2 0 NORMAL', 'setEnded 3 0 NORMAL'],
  ]);
  t.equal(phone.state.notice, null);
  t.strictSame(silences(phone), [], 'no silence but to load');
});

test('a kind that nobody has seen, at the start of the program', async t => {
  const { phone, rig, agent, token } = await openFull(t, { trackSeconds: 5.5 });
  await phone.play({ sourceId: aStation(rig.sandbox) }, isAt(0));
  rig.device.insert({ kind: 'novelty', id: 'NO:1', durationS: 6, title: 'What is this?' });
  await phone.until('it sounds', isAt(1));
  await agent.end();
  const again = await rig.start({ ...ON_DEMAND, TONEARM_SERVICE_PROFILE: 'full' });
  const back = await rig.phone(again, token);
  await back.until('it sounds', isAt(1));
  t.match(back.state.item, { kind: 'unknown' });
  await back.until('music', isAt(2));
  t.equal(rig.asked('setSource'), 1);
  t.equal(reportsAt(rig, 1).filter(call => call.startsWith('setEnded')).length, 1);
});
