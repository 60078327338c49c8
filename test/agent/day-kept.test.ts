/** What an owner was told is planned outlives a kill that follows at once. */
import t, { type Test } from 'tap';
import { isSounding, type Phone } from '../fakes/phones/phone.js';
import { nextMinute } from '../rigs/agent/alarm-minute.js';
import { anAlbum, aStation, createRig, testsOf } from '../rigs/agent/rig.js';
import { killWhole } from '../rigs/agent/story.js';

t.jobs = 2;
const test = testsOf(t);

/** A speaker that can be killed right after an answer; then a phone has joined the one that follows. */
async function open(t: Test) {
  const rig = await createRig(t, { trackSeconds: 60 });
  const { agent: first, token, phone: joined } = await rig.ready({ TZ: 'UTC' });
  let [agent, phone] = [first, joined];
  const killedAfter = async (method: string, params: object): Promise<Phone> => {
    await phone.call(method, params);
    await killWhole(agent);
    agent = await rig.start({ TZ: 'UTC' });
    return (phone = await rig.phone(agent, token));
  };
  return { rig, phone, killedAfter };
}

test('Killed right after the answer, a speaker keeps what is planned', async t => {
  const { rig, killedAfter } = await open(t);
  const sourceId = anAlbum(rig.sandbox).id;
  const alarm = { id: 'a', time: '03:00', days: [1, 2, 3, 4, 5, 6, 7] };
  const back = await killedAfter('alarm.set', alarm);
  t.match(await back.call('alarm.list'), { alarms: [alarm] });
  const without = await killedAfter('alarm.remove', { id: 'a' });
  t.strictSame(await without.call('alarm.list'), { alarms: [] });
  const stored = await killedAfter('preset.set', { number: 1, sourceId });
  t.match(await stored.call('preset.list'), { presets: [{ number: 1, source: { id: sourceId } }] });
  t.match((await killedAfter('timer.sleep', { afterMs: 3_600_000 })).state.sleep, { endsAtMs: Number });
  t.equal((await killedAfter('timer.sleep', {})).state.sleep, null);
});

test('Killed right after it, a speaker keeps that an alarm is snoozed or over', async t => {
  const { rig, phone, killedAfter } = await open(t);
  const isRung = async (by: Phone): Promise<void> => {
    await by.until('ringing', ({ alarm }) => alarm?.ringing === true, 120_000);
    await by.until('sounding', isSounding);
  };
  await phone.call('player.setVolume', { volume: 20 });
  const { time } = nextMinute(10_000);
  await phone.call('alarm.set', { time, sourceId: aStation(rig.sandbox), volume: 70 });
  await isRung(phone);
  const silent = { playbackStatus: 'paused', volume: 20 };
  const snoozed = await killedAfter('alarm.snooze', { afterMs: 15_000 });
  t.match(snoozed.state, { ...silent, alarm: { ringing: false } });
  await isRung(snoozed);
  t.equal(snoozed.state.volume, 70);
  t.match((await killedAfter('alarm.dismiss', {})).state, { ...silent, alarm: null });
});
