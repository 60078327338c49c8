import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { isSounding } from '../fakes/phones/phone.js';
import { aStation, createRig, type Rig, testsOf } from '../rigs/agent/rig.js';
import { checkSound } from '../rigs/agent/ear.js';
import { createDice, endsOf, heardBy, killWhole, upTo } from '../rigs/agent/story.js';
import { slack } from '../rigs/slowness.js';

t.jobs = 2;
const test = testsOf(t);
const TRACK_S = 3;
const ROUNDS = 6;

interface Record {
  readonly index: number;
  readonly positionMs: number;
}

/** What it last wrote of its place, which a kill leaves behind. */
function recordIn(rig: Rig): Record {
  return JSON.parse(readFileSync(join(rig.runtimeDir, 'position.json'), 'utf8')) as Record;
}

/** Starts it and kills it before it is ready. */
async function killAtStart(rig: Rig, afterMs: number): Promise<void> {
  await rig.start({}, { onSpawn: child => void setTimeout(() => child.kill('SIGKILL'), afterMs) });
}

for (const [profile, seed] of [
  ['core', 11],
  ['full', 12],
] as const) {
  test(`${profile}: killed again and again, at any moment`, async t => {
    const dice = createDice(seed);
    const rig = await createRig(t, { trackSeconds: TRACK_S, profile, progressFrequency: null });
    const environment = { TONEARM_SERVICE_PROFILE: profile };
    const testbed = await rig.ready(environment);
    const { token } = testbed;
    let { agent, phone } = testbed;
    const phones = [phone];
    await phone.play({ sourceId: aStation(rig.sandbox) });
    for (let round = 0; round < ROUNDS; round += 1) {
      await sleep(dice() * 2_500);
      await killWhole(agent);
      const heard = recordIn(rig);
      if (round % 3 === 2) await killAtStart(rig, dice() * 700);
      // What it sent last may not have been read yet. In the last second of an item the service is at the next one already.
      await sleep(300);
      const current = rig.device.index ?? -1;
      t.ok(
        [heard.index, heard.index + 1].includes(current),
        `killed in ${heard.index}, current is ${current}`,
      );
      const startedAtMs = performance.now();
      agent = await rig.start(environment);
      const opening = await agent.line(/^Playback: opening/);
      t.equal(opening['index'], current, 'it goes on with what is current');
      phone = await rig.phone(agent, token);
      phones.push(phone);
      await phone.until('sounding', isSounding);
      const { item, position } = phone.state;
      if (item?.index === heard.index) {
        const most = heard.positionMs + slack(1_300) + performance.now() - startedAtMs;
        const what = `${heard.positionMs} → ${position.positionMs}`;
        t.ok(position.positionMs >= heard.positionMs - 100, `${what}: nothing again`);
        t.ok(position.positionMs < most, `${what}: nothing left out`);
      }
      await checkSound(t, rig, phone);
    }
    const index = rig.device.index ?? 0;
    t.strictSame(endsOf(rig, TRACK_S), upTo(index), 'every item ended once, in order');
    const heard = heardBy(phones);
    t.ok(new Set(heard).size > 1, `${heard.join()} were heard`);
    t.strictSame(
      heard,
      [...heard].sort((a, b) => a - b),
      'heard in order',
    );
    t.ok(index > 0, `${index} items were played`);
    t.equal(rig.asked('setSource'), 1, 'the source was set once');
  });
}
