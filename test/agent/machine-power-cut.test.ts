import { cpSync, mkdirSync, readFileSync, rmSync, watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { isAt, isSounding } from '../fakes/phones/phone.js';
import { createRig, filesOf, aStation, testsOf } from '../rigs/agent/rig.js';
import { checkSound } from '../rigs/agent/ear.js';
import { firstPlaceMs } from '../rigs/agent/place.js';
import { watchHoldUps } from '../rigs/slowness.js';
import { endsOf, killWhole, upTo } from '../rigs/agent/story.js';
import { removeFolder } from '../fakes/machine/remove-folder.js';

t.jobs = 3;
const test = testsOf(t);
const TRACK_S = 4;

/** Copies the state directory each time a file has taken its place: what a power cut right then would leave. */
function keepCopies(stateDir: string, target: string) {
  mkdirSync(target);
  const copies: string[] = [];
  const keep = () => {
    const copy = join(target, String(copies.length));
    cpSync(stateDir, copy, { recursive: true, filter: path => !/lock$|\.tmp$/.test(path) });
    copies.push(copy);
  };
  keep();
  const watcher = watch(stateDir, (_, name) => {
    if (name?.endsWith('.json') === true) keep();
  });
  return { copies, end: () => watcher.close() };
}

for (const profile of ['core', 'full'] as const) {
  test(`${profile}: power comes back to any earlier state of the disk`, async t => {
    // After each cut the item goes on one save interval later (contract, section 6), so more is reported than sounds.
    const options = { isRecorded: false, trackSeconds: TRACK_S, profile, progressFrequency: null };
    const rig = await createRig(t, options);
    const environment = { TONEARM_SERVICE_PROFILE: profile };
    const { agent, phone, token } = await rig.ready(environment);
    const { copies, end } = keepCopies(rig.stateDir, join(rig.stateDir, '..', 'copies'));
    await phone.play({ sourceId: aStation(rig.sandbox) });
    await phone.call('player.pause');
    await phone.call('player.play');
    await phone.until('the second item', ({ item }) => item?.index === 1);
    await phone.until('sounding', isSounding);
    await sleep(500);
    end();
    await killWhole(agent);
    t.ok(copies.length > 3, `${copies.length} moments`);
    for (const [at, copy] of copies.entries()) {
      rmSync(rig.stateDir, { recursive: true });
      // What is only in memory is gone with the power.
      removeFolder(rig.runtimeDir);
      cpSync(copy, rig.stateDir, { recursive: true });
      const kept = JSON.parse(readFileSync(join(copy, 'session.json'), 'utf8')) as Record<string, unknown>;
      const before = rig.device.index ?? 0;
      const again = await rig.start(environment);
      const back = await rig.phone(again, token);
      const what = `${at + 1} of ${copies.length}, ${JSON.stringify(kept['wish'])}`;
      t.match(back.state, { playbackStatus: kept['wish'] }, what);
      if (kept['source'] === undefined) {
        t.equal(back.state.silenceReason, 'noSource', what);
        await killWhole(again);
        continue;
      }
      if (kept['wish'] !== 'playing') await back.call('player.play');
      await back.until('sounding', isSounding);
      t.ok(
        [before, before + 1].includes(back.state.item?.index ?? -1),
        `${what}: where the service has come to`,
      );
      await checkSound(t, rig, back, what);
      const names = filesOf(rig.stateDir).map(({ name }) => name);
      t.notMatch(names.join(), 'corrupt', `${what}: every file can be read`);
      await killWhole(again);
    }
    t.equal(rig.asked('setSource'), 1, 'the source was set once');
    t.strictSame(endsOf(rig, TRACK_S), upTo(rig.device.index ?? 0), 'every item ended once, in order');
  });
}

test('power comes back in mid-item: what may have been heard is not heard again', async t => {
  const rig = await createRig(t, { trackSeconds: 180 });
  const { agent, phone, token } = await rig.ready();
  await phone.call('player.play', { sourceId: aStation(rig.sandbox) });
  await phone.untilPosition(2_000);
  const holdUps = watchHoldUps();
  await killWhole(agent);
  removeFolder(rig.runtimeDir);
  const back = await rig.phone(await rig.start(), token);
  await back.until('sounding', isAt(0));
  const placeMs = firstPlaceMs(back, isAt(0));
  t.ok(placeMs >= 60_000 && placeMs < holdUps.slack(62_500), `it goes on at ${placeMs}: one interval later`);
  await checkSound(t, rig, back);
  t.same(endsOf(rig, 180), []);
});
