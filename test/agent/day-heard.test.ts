/** What the clock does to the sound, on a recorded sink: alarms and the sleep timer through restarts, and quiet hours. */
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { until } from '../bench/rig/waiting.js';
import { isAt, type Phone } from '../fakes/phones/phone.js';
import { nextMinute } from '../rigs/agent/alarm-minute.js';
import { loudnessAt } from '../rigs/agent/loudness.js';
import { endsBySignal } from '../rigs/agent/process.js';
import { skipRecording, startRecording } from '../rigs/agent/recording.js';
import { anAlbum, aStation, createRig, skip, testsOf } from '../rigs/agent/rig.js';
import { createToneRig, median, MUSIC_HZ } from '../rigs/agent/tone.js';
import { run } from '../rigs/cli/run.js';
import { slack } from '../rigs/slowness.js';

t.jobs = 5;
const recorded = testsOf(t, skip || skipRecording);
/** Within this time of its hour, or of a start, an alarm is heard. */
const WITHIN_MS = 20_000;
const MINUTE_MS = 60_000;
/** What the sound server holds is heard to its end. */
const HELD_MS = 500;
/** Windows of the recording: the last half second. */
const LAST = -50;

async function open(t: Test, more: Readonly<Record<string, string>> = {}) {
  const recording = await startRecording(t);
  const rig = await createToneRig(t);
  const settings = { TZ: 'UTC', ...recording.environment, ...more };
  const sourceId = aStation(rig.sandbox);
  const { agent, token, phone } = await rig.ready(settings);
  const music = () => loudnessAt(recording.samples(), MUSIC_HZ);
  const again = async () => {
    const next = await rig.start(settings);
    return { agent: next, phone: await rig.phone(next, token) };
  };
  /** Plays, and returns how loud that is. */
  const fullOf = async (on: Phone, params: object = {}): Promise<number> => {
    await on.play(params);
    await on.untilPosition(on.positionMs() + 2_000);
    return median(music().slice(LAST));
  };
  return { recording, sourceId, agent, phone, music, again, fullOf };
}

const isHeard = (loudness: number): boolean => loudness > 10;
const decibels = (one: number, other: number): number => 20 * Math.log10(one / other);
const isRinging = ({ alarm }: Phone['state']): boolean => alarm?.ringing === true;

recorded('An alarm outlives a restart and a kill, begins faint, and is as loud as asked', async t => {
  const { recording, sourceId, agent, phone, music, again, fullOf } = await open(t);
  const heardAfter = async (what: string, fromMs: number): Promise<void> => {
    const heardMs = await until(what, () => recording.firstAfter(fromMs), {
      withinMs: slack(3 * WITHIN_MS),
    });
    t.ok(heardMs - fromMs < slack(WITHIN_MS), `${what} after ${(heardMs - fromMs).toFixed(0)} ms`);
  };
  await phone.call('player.setVolume', { volume: 90 });
  const { time, atMs } = nextMinute(20_000);
  await phone.call('alarm.set', { time, sourceId, volume: 60 });
  await endsBySignal(agent, 'SIGTERM');
  const second = await again();
  t.match(second.phone.state, { alarm: { ringing: false }, volume: 90 });
  await second.phone.until('ringing', isRinging, 2 * MINUTE_MS);
  await heardAfter('the alarm', atMs);
  t.equal(recording.firstAfter(0), recording.firstAfter(atMs), 'nothing sounds before its hour');
  await sleep(1_000);
  const faint = median(music().filter(isHeard).slice(0, 20));
  await second.agent.end();
  await sleep(HELD_MS);
  const killedMs = performance.now();
  const third = await again();
  await third.phone.until('ringing again', isRinging);
  await heardAfter('the alarm, by another agent', killedMs);
  t.equal(third.phone.state.volume, 60);
  // It has risen.
  await sleep(31_000);
  const risen = median(music().slice(LAST));
  const loudest = Math.max(...music());
  await third.phone.call('alarm.dismiss');
  await third.phone.until('dismissed', state => state.alarm === null && state.playbackStatus === 'paused');
  t.equal(third.phone.state.volume, 90, 'the volume is what it was');
  await third.phone.call('player.setVolume', { volume: 60 });
  const full = await fullOf(third.phone);
  t.ok(Math.abs(decibels(risen, full)) < 0.5, `in the end ${decibels(risen, full)} dB from what was asked`);
  t.ok(decibels(faint, full) < -15, `faint at first: ${decibels(faint, full)} dB`);
  t.ok(decibels(loudest, full) < 0.5, `never louder than asked: ${decibels(loudest, full)} dB`);
});

recorded('A sleep timer goes on fading after a kill, and gives the volume back', async t => {
  const { sourceId, agent, phone, music, again, fullOf } = await open(t);
  await phone.call('player.setVolume', { volume: 80 });
  const full = await fullOf(phone, { sourceId });
  await phone.call('timer.sleep', { afterMs: MINUTE_MS });
  const endsMs = performance.now() + MINUTE_MS;
  await sleep(endsMs - 25_000 - performance.now());
  await agent.end();
  await sleep(HELD_MS);
  const killedAt = music().length;
  const { phone: back } = await again();
  t.match(back.state, { volume: 80, sleep: { endsAtMs: Number } });
  await back.until('asleep', state => state.sleep === null && state.playbackStatus === 'paused', MINUTE_MS);
  const lateMs = performance.now() - endsMs;
  t.ok(Math.abs(lateMs) < slack(2_000), `${lateMs.toFixed(0)} ms late`);
  await sleep(HELD_MS);
  const after = music().slice(killedAt);
  t.ok(after.some(isHeard), 'it goes on');
  t.ok(decibels(Math.max(...after), full) < -3, `faded: ${decibels(Math.max(...after), full)} dB`);
  await sleep(1_000);
  t.notOk(music().slice(LAST).some(isHeard), 'silence');
  t.equal(back.state.volume, 80);
  const regained = decibels(await fullOf(back), full);
  t.ok(Math.abs(regained) < 0.5, `as loud as before: ${regained} dB`);
});

recorded('A speaker whose time to sleep came while it was away stays silent', async t => {
  const { recording, sourceId, agent, phone, again, fullOf } = await open(t);
  const full = await fullOf(phone, { sourceId });
  await phone.call('timer.sleep', { afterMs: 5_000 });
  // It is written at once, after the answer.
  await sleep(1_000);
  await agent.end();
  await sleep(4_500);
  const startedMs = performance.now();
  const { phone: back } = await again();
  await back.until('asleep', state => state.sleep === null && state.playbackStatus === 'paused');
  await sleep(2_000);
  t.equal(recording.firstAfter(startedMs), null, 'nothing sounds');
  const regained = decibels(await fullOf(back), full);
  t.ok(Math.abs(regained) < 0.5, `as loud as before: ${regained} dB`);
});

recorded('A sleep timer by the item lets nothing of the next one sound', async t => {
  const recording = await startRecording(t);
  const rig = await createRig(t, { trackSeconds: 10 });
  const { phone } = await rig.ready(recording.environment);
  await phone.play({ sourceId: anAlbum(rig.sandbox).id }, isAt(0));
  t.match(await run(['ctl', 'sleep', 'item'], rig.environment), { code: 0, stdout: /sleeps/ });
  const endsAtMs = phone.state.sleep?.endsAtMs ?? 0;
  await phone.until('asleep', state => state.sleep === null && state.playbackStatus === 'paused');
  t.ok(Math.abs(Date.now() - endsAtMs) < slack(2_000), 'at the time that was told');
  t.strictSame(rig.reported(0).at(-1), 10, 'the item is reported as whole');
  await sleep(2 * HELD_MS);
  const silentMs = performance.now();
  await sleep(2_000);
  t.equal(recording.firstAfter(silentMs), null, 'silence');
  await phone.play({}, isAt(1));
  t.ok(recording.soundingMs() < 10_000 + slack(1_500), `${recording.soundingMs()} ms of one item`);
});

recorded('The music glides down to the limit of the quiet hours when they begin', async t => {
  const { time, atMs } = nextMinute(25_000);
  const hours = `${time}-${String((Number(time.slice(0, 2)) + 2) % 24).padStart(2, '0')}:00`;
  const quiet = { TONEARM_QUIET_HOURS: hours, TONEARM_QUIET_VOLUME_MAX: '30' };
  const { sourceId, phone, music, fullOf } = await open(t, quiet);
  await phone.call('player.setVolume', { volume: 80 });
  const full = await fullOf(phone, { sourceId });
  const begun = await phone.until('quiet', ({ volumeMax }) => volumeMax === 30, 2 * MINUTE_MS);
  t.ok(Math.abs(performance.now() - atMs) < slack(2_000));
  t.equal(begun.volume, 30);
  const beganAt = music().length;
  await sleep(12_000);
  const levels = music()
    .slice(beganAt)
    .map(loudness => decibels(loudness, full));
  const wanted = 60 * Math.log10(30 / 80);
  const last = median(levels.slice(LAST));
  t.ok(Math.abs(last - wanted) < 0.5, `${last} dB, ${wanted} wanted`);
  const between = levels.filter(level => level < -2 && level > wanted + 2);
  t.ok(new Set(between.map(Math.round)).size > 8, `it glides: ${between.length * 10} ms in between`);
  await phone.call('player.setVolume', { volume: 90 });
  t.equal(phone.state.volume, 30);
});
