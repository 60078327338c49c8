/** A ringing alarm on a recorded sink, whatever is away. */
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { until } from '../bench/rig/waiting.js';
import { isSounding } from '../fakes/phones/phone.js';
import { nextMinute } from '../rigs/agent/alarm-minute.js';
import { startRecording, skipRecording } from '../rigs/agent/recording.js';
import { aStation, createRig, skip, testsOf } from '../rigs/agent/rig.js';
import { slack } from '../rigs/slowness.js';
import { sendSignal } from '../fakes/machine/send-signal.js';

t.jobs = 4;
const recorded = testsOf(t, skip || skipRecording);
/** Within this time of its hour an alarm is heard, and again after whatever silenced it. */
const WITHIN_MS = 20_000;
const MINUTE_MS = 60_000;
const AHEAD_MS = 15_000;

/** An alarm of the near minute, on a speaker that is silent until then; `atMs`: its hour, `performance.now()`. */
async function set(t: Test) {
  const recording = await startRecording(t);
  const rig = await createRig(t, { trackSeconds: 60 });
  const { phone, agent } = await rig.ready({ TZ: 'UTC', ...recording.environment });
  const { time, atMs } = nextMinute(AHEAD_MS);
  await phone.call('alarm.set', { time, sourceId: aStation(rig.sandbox), volume: 60 });
  const isRung = () => phone.until('ringing', ({ alarm }) => alarm?.ringing === true, 2 * MINUTE_MS);
  /** How long it takes from a moment until something is heard. */
  const heardAfter = async (what: string, fromMs: number): Promise<number> => {
    const heardMs = await until(what, () => recording.firstAfter(fromMs), { withinMs: slack(3 * WITHIN_MS) });
    const tookMs = heardMs - fromMs;
    t.ok(tookMs < slack(WITHIN_MS), `${what} after ${tookMs.toFixed(0)} ms`);
    return heardMs;
  };
  return { recording, rig, phone, agent, atMs, isRung, heardAfter };
}

recorded('An alarm sounds in time, and again after its player was killed', async t => {
  const { recording, phone, agent, atMs, isRung, heardAfter } = await set(t);
  await isRung();
  await heardAfter('the alarm', atMs);
  t.equal(recording.firstAfter(0), recording.firstAfter(atMs), 'nothing sounds before its hour');
  await phone.until('sounding', isSounding);
  await sleep(2_000);
  for (const pid of agent.players()) sendSignal(pid, 'SIGKILL');
  // What the sound server holds is heard to its end.
  await sleep(500);
  await heardAfter('the alarm, by another player', performance.now());
  await phone.until('sounding again', isSounding);
  t.match(phone.state, { alarm: { ringing: true }, volume: 60 });
});

recorded('An alarm sounds as soon as a speaker is plugged in', async t => {
  const { recording, phone, isRung, heardAfter, atMs } = await set(t);
  await isRung();
  await heardAfter('the alarm', atMs);
  await recording.unplug();
  await phone.until(
    'the device is away',
    ({ silenceReason }) => silenceReason === 'audioDeviceUnavailable',
    30_000,
  );
  await sleep(3_000);
  const pluggedMs = performance.now();
  await recording.plug();
  await heardAfter('the alarm, by the speaker that was plugged in', pluggedMs);
  await phone.until('sounding', isSounding, 60_000);
  t.match(phone.state.alarm, { ringing: true });
});

recorded('An alarm whose speaker is away at its hour sounds as soon as it is there', async t => {
  const { recording, phone, isRung, heardAfter } = await set(t);
  await recording.unplug();
  await isRung();
  await phone.until(
    'the device is away',
    ({ silenceReason }) => silenceReason === 'audioDeviceUnavailable',
    30_000,
  );
  // Longer than the music has before the tone.
  await sleep(WITHIN_MS);
  const pluggedMs = performance.now();
  await recording.plug();
  await heardAfter('the alarm, by the speaker that has come', pluggedMs);
  await phone.until('the music', state => isSounding(state) && state.alarm?.fallback === false, 60_000);
  t.match(phone.state.alarm, { ringing: true });
});

recorded('An alarm whose service was cut before its hour sounds by a tone', async t => {
  const { rig, phone, atMs, isRung, heardAfter, agent } = await set(t);
  await rig.wire.cut();
  await isRung();
  const toneMs = await heardAfter('the tone', atMs);
  t.match(phone.state.alarm, { ringing: true, fallback: true });
  await sleep(3_000);
  for (const pid of agent.players()) sendSignal(pid, 'SIGKILL');
  await sleep(500);
  const again = await heardAfter('the tone, by another player', performance.now());
  t.ok(again > toneMs);
  await rig.wire.mend();
  await phone.until('the music', state => isSounding(state) && state.alarm?.fallback === false, 90_000);
  await heardAfter('the music', performance.now());
});
