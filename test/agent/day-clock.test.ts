/** Alarms by a clock that was never set, and by one that has gone on while the speaker was away. */
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import t from 'tap';
import { until } from '../bench/rig/waiting.js';
import { isSounding, type Phone } from '../fakes/phones/phone.js';
import { nextMinute } from '../rigs/agent/alarm-minute.js';
import { skipRecording, startRecording } from '../rigs/agent/recording.js';
import { aStation, createRig, skip } from '../rigs/agent/rig.js';
import { run } from '../rigs/cli/run.js';
import { slack } from '../rigs/slowness.js';

t.jobs = 2;
const CLOCK = pathToFileURL(`${import.meta.dirname}/../rigs/agent/wall-clock.js`).href;
const WITHIN_MS = 20_000;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const isRinging = ({ alarm }: Phone['state']): boolean => alarm?.ringing === true;

/** Where a time server has set the clock, that is known for sure. */
const skipSet = existsSync('/run/systemd/timesync/synchronized') && 'a time server has set the clock here';

t.test(
  'An alarm waits for a clock that was never set, and rings in time once it is',
  { skip: skip || skipRecording || skipSet, buffered: true },
  async t => {
    const recording = await startRecording(t);
    const rig = await createRig(t, { trackSeconds: 60 });
    const clock = { NODE_OPTIONS: `--import=${CLOCK}`, TEST_CLOCK_MS: `${DAY_MS - Date.now()},0` };
    const { phone, agent } = await rig.ready({ TZ: 'UTC', ...clock, ...recording.environment });
    const { time, atMs } = nextMinute(15_000);
    await phone.call('alarm.set', { time, sourceId: aStation(rig.sandbox) });
    t.match(phone.state, { alarm: null, notice: { code: 'clockNotSet' } });
    t.match(await run(['ctl', 'alarm'], rig.environment), { code: 0, stdout: /does not ring/ });
    t.match(await run(['ctl', 'say-code'], rig.environment), { code: 0, stdout: /clock .* is not set/ });
    await phone.until('said', ({ announcement }) => announcement !== null);
    await phone.until('over', ({ announcement }) => announcement === null);
    agent.child.kill('SIGUSR2');
    // As the part that tells systemd the status looks, within a minute.
    await phone.call('state.get');
    await phone.until('set', ({ notice, alarm }) => notice === null && alarm !== null);
    await phone.until('ringing', isRinging, 2 * MINUTE_MS);
    const heardMs = await until('the alarm', () => recording.firstAfter(atMs), {
      withinMs: slack(3 * WITHIN_MS),
    });
    t.ok(heardMs - atMs < slack(WITHIN_MS), `heard after ${(heardMs - atMs).toFixed(0)} ms`);
    t.strictSame(phone.breaches, [], 'the contract held');
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
    agent.child.kill('SIGKILL');
    await agent.ended;
    const later = await rig.start({
      TZ: 'UTC',
      NODE_OPTIONS: `--import=${CLOCK}`,
      TEST_CLOCK_MS: `${60 * MINUTE_MS}`,
    });
    const back = await rig.phone(later, token);
    t.match(back.state, { playbackStatus: 'paused', volume: 20, alarm: null });
    await back.call('player.play');
    await back.until('sounding', isSounding);
    t.equal(back.state.volume, 20);
  },
);
