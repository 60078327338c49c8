import { pathToFileURL } from 'node:url';
import t from 'tap';
import { isFetching } from '../../src/contract/public-state.js';
import { isAt, isSounding } from '../fakes/phones/phone.js';
import { anAlbum, createRig, skip } from '../rigs/agent/rig.js';
import { checkSound } from '../rigs/agent/ear.js';
import { checkKeepsUp, markPlace } from '../rigs/agent/place.js';
import { watchHoldUps } from '../rigs/slowness.js';
import { checkProgress } from '../rigs/agent/story.js';

const CLOCK = pathToFileURL(`${import.meta.dirname}/../rigs/agent/wall-clock.js`).href;
const YEAR_MS = 31_557_600_000;

t.test('a wall clock set by years, either way, moves nothing but itself', { skip }, async t => {
  const rig = await createRig(t, { trackSeconds: 14, progressFrequency: 2 });
  const { agent, phone } = await rig.ready({ NODE_OPTIONS: `--import=${CLOCK}` });
  const holdUps = watchHoldUps();
  await phone.play({ sourceId: anAlbum(rig.sandbox).id });
  const mark = await markPlace(phone);
  for (const years of [5, -8]) {
    await phone.untilPosition(phone.positionMs() + 1_500);
    const { length } = phone.seen;
    agent.child.kill('SIGUSR2');
    const changed = await phone.until(
      `a new anchor, ${years} years away`,
      ({ position }) => Math.abs(position.atMs - (Date.now() + years * YEAR_MS)) < 60_000,
    );
    t.match(changed, { silenceReason: null, position: { rate: 1 }, item: { index: 0 } });
    const { changes } = phone.seen[length] ?? {};
    t.same(Object.keys(changes ?? {}), ['position'], 'the anchor goes out first, and alone');
    await checkSound(t, rig, phone, 'what phones are told is where it is');
    const toldMs = await phone.askPositionMs();
    const ownMs = phone.positionMs();
    t.ok(
      Math.abs(ownMs - toldMs) < mark.holdUps.slack(1_000),
      `a phone reckons ${ownMs}, and is told ${toldMs}`,
    );
    await checkKeepsUp(t, phone, mark);
  }
  await phone.until('the next item', isAt(1));
  checkProgress(t, rig.reported(0), [2, 4, 6, 8, 10, 12, 14], holdUps.wasHeldUp());
  const first = phone.seen.findIndex(({ state }) => isSounding(state));
  const reasons = new Set(phone.seen.slice(first).map(({ state }) => state.silenceReason));
  t.strictSame(
    [...reasons].filter(reason => !isFetching(reason)),
    [null],
    'it never fell silent',
  );
  t.equal(rig.asked('setSource'), 1);
  await phone.call('player.pause');
  await phone.play();
});
