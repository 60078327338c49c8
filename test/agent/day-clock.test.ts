/** Alarms by a clock that was never set, and by one that has gone on while the speaker was away. */
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import t from 'tap';
import { until } from '../bench/rig/waiting.js';
import { isSounding, type Phone } from '../fakes/phones/phone.js';
import { nextMinute } from '../rigs/agent/alarm-minute.js';
import { endsBySignal } from '../rigs/agent/process.js';
import { skipRecording, startRecording } from '../rigs/agent/recording.js';
import { aStation, createRig, skip } from '../rigs/agent/rig.js';
import { run } from '../rigs/cli/run.js';
import { slack } from '../rigs/slowness.js';

t.jobs = 3;
const CLOCK = pathToFileURL(`${import.meta.dirname}/../rigs/agent/wall-clock.js`).href;
const WITHIN_MS = 20_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const isRinging = ({ alarm }: Phone['state']): boolean => alarm?.ringing === true;

/** The clock of a speaker is ahead by so much, and by the next at each SIGUSR2. */
const ahead = (...steps: readonly number[]) => ({
  NODE_OPTIONS: `--import=${CLOCK}`,
  TEST_CLOCK_MS: steps.join(),
});

/** Where a time server has set the clock, that is known for sure. */
const skipSet = existsSync('/run/systemd/timesync/synchronized') && 'a time server has set the clock here';

t.test(
  'An alarm waits for a clock that was never set, and rings in time once it is',
  { skip: skip || skipRecording || skipSet, buffered: true },
  async t => {
    const recording = await startRecording(t);
    const rig = await createRig(t, { trackSeconds: 60 });
    const { phone, agent } = await rig.ready({
      TZ: 'UTC',
      ...ahead(DAY_MS - Date.now(), 0),
      ...recording.environment,
    });
    const { time, atMs } = nextMinute(15_000);
    await phone.call('alarm.set', { time, sourceId: aStation(rig.sandbox) });
    t.match(phone.state, { alarm: null, notice: { code: 'clockNotSet' } });
    t.match(await run(['ctl', 'alarm'], rig.environment), { code: 0, stdout: /does not ring/ });
    t.match(await run(['ctl', 'say-code'], rig.environment), { code: 0, stdout: /clock .* is not set/ });
    await phone.until('said', ({ announcement }) => announcement !== null);
    await phone.until('over', ({ announcement }) => announcement === null);
    agent.child.kill('SIGUSR2');
    // The part that tells systemd the status looks each minute; here, somebody else does.
    await until('set', async () => {
      await phone.call('state.get');
      return phone.state.notice === null && phone.state.alarm !== null;
    });
    await phone.until('ringing', isRinging, 2 * MINUTE_MS);
    const heardMs = await until('the alarm', () => recording.firstAfter(atMs), {
      withinMs: slack(3 * WITHIN_MS),
    });
    t.ok(heardMs - atMs < slack(WITHIN_MS), `heard after ${(heardMs - atMs).toFixed(0)} ms`);
  },
);

t.test(
  'An alarm that rang as the power went does not go on an hour later',
  { skip, buffered: true },
  async t => {
    const rig = await createRig(t, { trackSeconds: 60 });
    const { phone, agent, token } = await rig.ready({ TZ: 'UTC' });
    await phone.call('player.setVolume', { volume: 20 });
    const { time } = nextMinute(10_000);
    await phone.call('alarm.set', { time, sourceId: aStation(rig.sandbox), volume: 80 });
    await phone.until('ringing', isRinging, 2 * MINUTE_MS);
    await phone.until('sounding', isSounding);
    await agent.end();
    const later = await rig.start({ TZ: 'UTC', ...ahead(HOUR_MS) });
    const back = await rig.phone(later, token);
    t.match(back.state, { playbackStatus: 'paused', volume: 20, alarm: null });
    await back.play();
    t.equal(back.state.volume, 20);
  },
);

t.test(
  'A speaker tells of an alarm that it missed, and does not make up for it',
  { skip, buffered: true },
  async t => {
    const rig = await createRig(t, { trackSeconds: 60 });
    const { phone, agent, token } = await rig.ready({ TZ: 'UTC' });
    const { time } = nextMinute(30_000);
    await phone.call('alarm.set', { time, days: [1, 2, 3, 4, 5, 6, 7], sourceId: aStation(rig.sandbox) });
    await endsBySignal(agent, 'SIGTERM');
    const back = await rig.phone(await rig.start({ TZ: 'UTC', ...ahead(2 * HOUR_MS) }), token);
    const told = await back.until('told', ({ notice }) => notice?.code === 'alarmMissed');
    t.match(told, { playbackStatus: 'stopped', alarm: { ringing: false } });
    const leftMs = (told.alarm?.atMs ?? 0) - Date.now() - 2 * HOUR_MS;
    t.ok(leftMs > 20 * HOUR_MS && leftMs <= 24 * HOUR_MS, `it rings again in ${leftMs} ms`);
    t.match(await run(['ctl', 'say-code'], rig.environment), { code: 0, stdout: /An alarm could not ring/ });
  },
);
