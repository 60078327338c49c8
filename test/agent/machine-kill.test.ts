import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { isSounding, type Phone } from '../fakes/agent-phone.js';
import { type AgentProcess, untilEnded } from '../fakes/agent-process.js';
import { aStation, createRig, type Rig, skip } from '../fakes/agent-rig.js';
import { createDice, endsOf, heardBy, upTo } from '../fakes/machine-story.js';

t.jobs = 2;
const options = { skip, buffered: true };
const TRACK_S = 2;
const ROUNDS = 7;

interface Place {
  readonly index: number | null;
  readonly positionMs: number;
}

function placeOf(phone: Phone): Place {
  return { index: phone.state.item?.index ?? null, positionMs: phone.positionMs() };
}

/** It and its player are gone, as after a signal that nobody can catch. */
async function kill({ child, ended, players }: AgentProcess): Promise<void> {
  const [player = 0] = players();
  child.kill('SIGKILL');
  await ended;
  if (player > 0) await untilEnded(player);
}

/** Starts it and kills it before it is ready. */
async function killAtStart(rig: Rig, afterMs: number): Promise<void> {
  await rig.start({}, { onSpawn: child => void setTimeout(() => child.kill('SIGKILL'), afterMs) });
}

/** The same place, no further back than the second it was killed in; or what the service has gone on to, from its start. */
function goesOn(t: Test, before: Place, after: Place, current: number | null): void {
  const what = `${before.index} at ${Math.round(before.positionMs)} → ${after.index} at ${Math.round(after.positionMs)}`;
  t.equal(after.index, current, `${what}: what the service says is current`);
  if (after.index === before.index) {
    t.ok(after.positionMs > before.positionMs - 1_300, `${what}: nothing again`);
    t.ok(after.positionMs < before.positionMs + 1_300, `${what}: nothing left out`);
  } else {
    t.equal(after.index, (before.index ?? 0) + 1, `${what}: the very next`);
    // Its end is reported within the last second, and then it is over for the service.
    t.ok(before.positionMs > TRACK_S * 1_000 - 1_300, `${what}: not before its time`);
    t.ok(after.positionMs < 1_300, `${what}: from its start`);
  }
}

for (const [profile, seed] of [
  ['core', 11],
  ['full', 12],
] as const) {
  t.test(`${profile}: killed again and again, at any moment`, { ...options }, async t => {
    const dice = createDice(seed);
    const rig = await createRig(t, { trackSeconds: TRACK_S, profile, progressFrequency: null });
    const environment = { TONEARM_SERVICE_PROFILE: profile };
    let { agent, phone, token } = await rig.ready(environment);
    const phones = [phone];
    await phone.call('player.play', { sourceId: aStation(rig.sandbox) });
    await phone.until('sounding', isSounding);
    for (let round = 0; round < ROUNDS; round += 1) {
      await sleep(dice() * 1_800);
      const before = placeOf(phone);
      await kill(agent);
      if (round % 3 === 2) await killAtStart(rig, dice() * 700);
      const current = rig.device.index;
      agent = await rig.start(environment);
      phone = await rig.phone(agent, token);
      phones.push(phone);
      await phone.until('sounding', isSounding);
      goesOn(t, before, phone.state.item === null ? before : placeAt(phone), current);
      t.strictSame(phone.breaches, []);
    }
    const { index } = rig.device;
    t.strictSame(endsOf(rig, TRACK_S), upTo(index ?? 0), 'every item ended once, in order');
    const heard = heardBy(phones);
    t.strictSame(
      heard,
      [...heard].sort((a, b) => a - b),
      'heard in order',
    );
    t.ok((index ?? 0) > 1, `${index} items were played`);
    t.equal(rig.asked('setSource'), 1, 'the source was set once');
  });
}

/** Where it began to sound, by the state it said so in. */
function placeAt({ seen, state }: Phone): Place {
  const first = seen.find(({ state }) => isSounding(state))?.state ?? state;
  return { index: first.item?.index ?? null, positionMs: first.position.positionMs };
}
