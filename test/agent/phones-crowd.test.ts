import t, { type Test } from 'tap';
import { isSounding, type Phone } from '../fakes/phones/phone.js';
import { memoryOf } from '../bench/rig/processes.js';
import { aStation, createRig, type Testbed, skip } from '../rigs/agent/rig.js';
import { checkSound } from '../rigs/agent/ear.js';
import { checkKeepsUp, markPlace } from '../rigs/agent/place.js';
import { askWithoutReading, flood, openPhone } from '../fakes/phones/rude.js';

/** Whoever shows it is told apart by its name: no client may hold more than eight sessions. */
const FIXED = 'a-fixed-token-of-the-owner';

/** A station sounds; `check` says whether it did so all the while, and nobody else was harmed. */
async function playing(t: Test) {
  const rig = await createRig(t, { trackSeconds: 120, progressFrequency: null });
  const testbed: Testbed = await rig.ready({
    TONEARM_PROGRESS_SECONDS: '0',
    TONEARM_CONTROL_TOKEN: FIXED,
  });
  const { phone, agent } = testbed;
  await phone.play({ sourceId: aStation(rig.sandbox) });
  const calls = rig.sandbox.requests.all.length;
  const from = phone.seen.length;
  const mark = await markPlace(phone);
  return {
    ...testbed,
    rig,
    door: { port: agent.port, token: FIXED },
    check: async (what: string) => {
      const silent = phone.seen.slice(from).filter(({ state }) => !isSounding(state));
      t.strictSame(silent, [], `${what}: heard without a break`);
      await checkSound(t, rig, phone, `${what}: where phones are told`);
      await checkKeepsUp(t, phone, mark);
      t.equal(rig.sandbox.requests.all.length, calls, `${what}: the service was not bothered`);
      t.equal(agent.child.exitCode, null);
      t.equal(agent.stderr, '');
    },
  };
}

t.test('64 at once: each is told everything, in order; one more is told to come back', { skip }, async t => {
  const { rig, agent, phone, door, check } = await playing(t);
  const crowd: Phone[] = [];
  // No more at once than may be unopened at one address.
  for (let group = 0; group < 7; group += 1) {
    const names = Array.from({ length: 9 }, (_, at) => `phone ${9 * group + at + 1}`);
    crowd.push(...(await Promise.all(names.map(name => rig.phone(agent, FIXED, name)))));
  }
  const everyone = [phone, ...crowd];
  await t.rejects(rig.phone(agent, FIXED, 'one more'), /rateLimited/);
  // Each turns the volume once, all at the same moment.
  const results = await Promise.all(
    everyone.map((one, at) => one.call('player.setVolume', { volume: 10 + at })),
  );
  const last = Math.max(...results.map(({ revision }) => Number(revision)));
  await Promise.all(everyone.map(one => one.until('all is told', () => one.revision >= last)));
  const told = everyone.map(({ seen }) =>
    seen
      .filter(({ changes }) => changes.volume !== undefined)
      .map(({ revision, changes }) => [revision, changes.volume]),
  );
  t.equal(told[0]?.length, 64);
  for (const one of told) t.strictSame(one, told[0], 'the same for all');
  for (const one of crowd.slice(0, 9)) one.close();
  t.ok((await (await openPhone(door, 'comes back')).call('state.get')).result, 'a place freed is a place');
  await check('a crowd');
});

t.test('Clients that do not read and clients that flood harm nobody else', { skip }, async t => {
  const { agent, phone, door, check } = await playing(t);
  const before = memoryOf(agent.pid).residentMiB;
  const deaf = Array.from({ length: 6 }, () => askWithoutReading(door));
  const floods = Array.from({ length: 3 }, (_, at) => flood(door, `floods ${at}`, 3_000));
  let worst = before;
  const over = new AbortController();
  const watching = (async () => {
    for (let volume = 20; !over.signal.aborted; volume = 20 + ((volume + 1) % 40)) {
      const { revision } = await phone.call('player.setVolume', { volume });
      await phone.until('told', () => phone.revision >= Number(revision));
      worst = Math.max(worst, memoryOf(agent.pid).residentMiB);
      await new Promise(resolve => setTimeout(resolve, 100));
    }
  })();
  for (const { done, limited } of await Promise.all(floods)) {
    t.ok(done > 0 && limited > 0, `${done} answered, ${limited} told to wait`);
  }
  await Promise.all(deaf);
  over.abort();
  await watching;
  t.ok(worst - before < 60, `it took ${Math.round(worst - before)} MiB more at its worst`);
  await check('the deaf and the loud');
});
