import t from 'tap';
import { isFetching } from '../../src/contract/public-state.js';
import { isAt, isSounding, type Phone } from '../fakes/phones/phone.js';
import { aStation, createRig, testsOf } from '../rigs/agent/rig.js';

t.jobs = 2;
const test = testsOf(t);

/** Anchors of one item that go back: parts that would sound twice, milliseconds. */
function stepsBack({ seen }: Phone): number[] {
  const told = seen.filter(({ changes }) => changes.position !== undefined).map(({ state }) => state);
  return told
    .slice(1)
    .map((state, at) =>
      told[at]?.item?.index === state.item?.index
        ? (told[at]?.position.positionMs ?? 0) - state.position.positionMs
        : 0,
    )
    .filter(back => back > 1_000);
}

test('An address that lapses as its stream breaks off is no fault', async t => {
  const rig = await createRig(t, { trackSeconds: 30 });
  // Newer players ask a second time before they sound; whatever they have asked for by then is cut.
  const endDrops = rig.sandbox.faults.add('audioDrop', { value: 700_000 });
  const { phone } = await rig.ready();
  await phone.play({ sourceId: aStation(rig.sandbox) }, isAt(0));
  endDrops();
  rig.sandbox.expireAudioUrls();
  const begun = phone.seen.length;
  const asked = rig.sandbox.requests.count('audio');
  await phone.untilPosition(25_000);
  t.match(phone.state, { item: { index: 0 }, silenceReason: null });
  t.same(
    phone.seen
      .slice(begun)
      .map(({ state }) => state.silenceReason)
      .filter(reason => reason !== null && !isFetching(reason)),
    [],
    'no fault is told',
  );
  t.ok(rig.sandbox.requests.count('audio') > asked, 'the rest came from another address');
  t.same(
    rig.reported(0).filter(elapsed => elapsed === 30),
    [],
    'no end, no skip',
  );
  t.strictSame(stepsBack(phone), []);
});

test('an item that cannot be played is reported, named and left', async t => {
  for (const fault of ['audioRubbish', 'audioStatus', 'audioWrongType'] as const) {
    const rig = await createRig(t, { trackSeconds: 20 });
    const end = rig.sandbox.faults.add(fault, fault === 'audioStatus' ? { value: 404 } : {});
    const { phone, agent } = await rig.ready();
    await phone.call('player.play', { sourceId: aStation(rig.sandbox) });
    const { notice } = await phone.until('a notice', state => state.notice !== null, 40_000);
    end();
    t.match(notice, { code: 'itemUnplayable', message: String }, fault);
    t.notMatch(notice?.message, /https?:\/\/|token=/);
    await phone.until('another item', state => isSounding(state) && state.item?.index !== 0, 40_000);
    t.same(rig.reported(0), [20], 'its end is reported, once');
    t.match(phone.state.playbackStatus, 'playing');
    t.equal(agent.child.exitCode, null);
  }
});
