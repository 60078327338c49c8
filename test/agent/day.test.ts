import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { isSounding } from '../fakes/phones/phone.js';
import { placeIn } from '../rigs/agent/ear.js';
import { aStation, createRig, testsOf } from '../rigs/agent/rig.js';
import { run } from '../rigs/cli/run.js';
import { slack } from '../rigs/slowness.js';

t.jobs = 3;
const test = testsOf(t);
const ZONE = 'America/Nuuk';

/** The next minute that is at least ten seconds away, as the machine's own clock shows it there. */
function soon(): string {
  const at = Math.ceil((Date.now() + 10_000) / 60_000) * 60;
  const env = { ...process.env, TZ: ZONE };
  return execFileSync('date', ['-d', `@${at}`, '+%H:%M'], { env })
    .toString()
    .trim();
}

test('An alarm of the near minute rings with music at its own volume, and is dismissed', async t => {
  const rig = await createRig(t, { trackSeconds: 60 });
  const { phone } = await rig.ready({ TZ: ZONE });
  await phone.call('player.setVolume', { volume: 60 });
  const shell = { ...rig.environment };
  const set = await run(['ctl', 'alarm', soon(), aStation(rig.sandbox), '--volume', '25', '--json'], shell);
  t.equal(set.code, 0, set.stderr);
  await phone.until('known', ({ alarm }) => alarm?.ringing === false);
  const rung = await phone.until('ringing', ({ alarm }) => alarm?.ringing === true, 90_000);
  t.equal(rung.volume, 25);
  await phone.until('sounding', isSounding);
  t.match(phone.state.alarm, { ringing: true, fallback: false });
  t.match(await run(['ctl', 'alarm', 'dismiss'], shell), { code: 0 });
  await phone.until('dismissed', state => state.alarm === null && state.playbackStatus === 'paused');
  t.equal(phone.state.volume, 60);
});

test('An alarm without a service rings with a tone, which gives way to the music', async t => {
  const rig = await createRig(t, { trackSeconds: 60 });
  const { phone } = await rig.ready({ TZ: ZONE });
  await phone.call('alarm.set', { time: soon(), sourceId: aStation(rig.sandbox), volume: 40 });
  await rig.wire.cut();
  await phone.until('ringing', ({ alarm }) => alarm?.ringing === true, 90_000);
  await phone.until('the tone', ({ alarm }) => alarm?.fallback === true);
  t.not(phone.state.silenceReason, null);
  while ((await placeIn(rig.runtimeDir)) === null) await sleep(100);
  t.pass('the player itself says that it plays');
  await rig.wire.mend();
  await phone.until('the music', state => isSounding(state) && state.alarm?.fallback === false, 90_000);
  const snoozedMs = Date.now();
  const { code, stdout } = await run(['ctl', 'alarm', 'snooze', '2'], rig.environment);
  t.equal(code, 0);
  t.match(stdout, 'once');
  const { alarm } = await phone.until('snoozed', state => state.playbackStatus === 'paused');
  t.match(alarm, { ringing: false });
  const afterMs = (alarm?.atMs ?? 0) - snoozedMs;
  t.ok(afterMs >= 120_000 && afterMs < slack(130_000), `it rings again after ${afterMs} ms`);
  t.match(await run(['ctl', 'alarm', 'dismiss'], rig.environment), { code: 0 });
  await phone.until('the snooze is over', state => state.alarm === null);
});

test('The sleep timer pauses the speaker, and keeps the volume', async t => {
  const rig = await createRig(t, { trackSeconds: 60 });
  const { agent, token, phone } = await rig.ready();
  await phone.play({ sourceId: aStation(rig.sandbox) });
  const { volume } = phone.state;
  await phone.call('timer.sleep', { afterMs: 4_000 });
  await phone.until('set', ({ sleep }) => typeof sleep?.endsAtMs === 'number');
  await phone.until('asleep', state => state.playbackStatus === 'paused' && state.sleep === null);
  t.equal(phone.state.volume, volume);
  t.match(await run(['ctl', 'sleep', '30'], rig.environment), { code: 0, stdout: /sleeps at/ });
  const set = await phone.until('set again', ({ sleep }) => typeof sleep?.endsAtMs === 'number');
  await agent.end();
  const back = await rig.phone(await rig.start(), token);
  const lateMs = (back.state.sleep?.endsAtMs ?? 0) - (set.sleep?.endsAtMs ?? 0);
  t.ok(Math.abs(lateMs) < 1_000, `it outlives a crash, ${lateMs} ms apart`);
  t.match(await run(['ctl', 'sleep', 'off'], rig.environment), { code: 0, stdout: /off/ });
});
