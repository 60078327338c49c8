import t from 'tap';
import { item, playing } from '../rigs/core/full.js';
import {
  allOutside,
  askOf,
  delaysOf,
  lastAskOf,
  loadOf,
  outside,
  toldListeners,
} from '../rigs/core/outside.js';
import { STATION, type Stage, TAKEN_OVER } from '../rigs/core/stage.js';
import type { Item, Source } from '../../src/core/vocabulary/item.js';

const LOST = { outcome: 'lost' } as const;
/** A server that failed and may have set it. */
const BROKEN = { code: 'serviceError', outcome: 'broken' } as const;
const RESOLVED = [{ type: 'command.resolve' }];
const rejected = (reason: string) => [{ type: 'command.reject', refusal: { reason } }];
const ALBUM: Source = { id: 'AL:1', type: 'AL', name: null };
const MADE: Source = { id: 'ST:7', type: 'ST', name: null };
const ANOTHER = item(0, { trackToken: 'new', trackId: 'TR:7', audioUrl: 'http://audio.test/new' });

/** The first item of the station sounds, and a listener chooses something else. */
const choose = (sourceId: string) => playing().ask({ type: 'play', sourceId });
const fails = (stage: Stage, change: Parameters<Stage['failed']>[0]) =>
  stage.failed(change, stage.asked('command'));
const answers = (
  stage: Stage,
  { item = null, source = null }: { item?: Item | null; source?: Source | null },
) =>
  stage.send({
    type: 'service.answered',
    question: stage.asked('command'),
    item,
    source,
    done: true,
  });
/** What was asked since the listener chose. */
const asked = (stage: Stage) => {
  const ops = allOutside(stage).flatMap(told => ('op' in told ? [told.op] : []));
  return ops.slice(ops.indexOf('setSource'));
};

t.test('a source is set again where the answer was lost or hangs, once', async t => {
  const stage = choose('AL:1');
  t.same(delaysOf(stage, 'commandLimit'), [5_000]);
  stage.after(5_000).fires('commandLimit');
  t.same(asked(stage), ['setSource', 'setSource']);
  t.same(toldListeners(stage), []);
  answers(stage, { item: ANOTHER, source: ALBUM });
  t.match(toldListeners(stage), RESOLVED);
  t.match(stage.public.source, { id: 'AL:1' });
  const twice = fails(fails(choose('AL:1'), LOST), LOST);
  t.same(asked(twice), ['setSource', 'setSource']);
  t.match(toldListeners(twice), rejected('offline'));
  t.equal(twice.public.silenceReason, null, 'what sounds goes on');
});

t.test('a factory is never used twice blindly: a second station would be made', async t => {
  const stage = fails(choose('SF:1'), LOST);
  t.same(asked(stage), ['setSource', 'source']);
  answers(stage, {});
  t.same(asked(stage), ['setSource', 'source', 'current'], 'one that names no source is asked what plays');
  answers(stage, { item: item(1) });
  t.match(toldListeners(stage), rejected('offline'), 'it was used, for a station nobody knows');
  t.same(stage.ops, []);
  t.match(stage.public.source, { id: STATION.id });
});

t.test(
  'a server that failed may have set it: asked again once, a factory only where it was not used',
  async t => {
    const album = fails(choose('AL:1'), BROKEN);
    t.same(asked(album), ['setSource', 'setSource']);
    t.match(toldListeners(fails(album, BROKEN)), rejected('serviceError'));
    t.same(asked(fails(choose('SF:1'), BROKEN)), ['setSource', 'source']);
  },
);

t.test('a factory is used again where what plays is what played before', async t => {
  const lostOnce = () => answers(fails(choose('SF:1'), LOST), {});
  const same = answers(lostOnce(), { item: item(0) });
  t.same(asked(same), ['setSource', 'source', 'current', 'setSource']);
  t.match(lastAskOf(fails(lostOnce(), { code: 'noSource' })), { op: 'setSource' }, 'nothing is set at all');
  for (const current of [item(0, { trackToken: null }), item(0, { trackToken: 'new' })]) {
    const other = answers(lostOnce(), { item: current });
    t.match(toldListeners(other), rejected('offline'), 'every source has an item with that index');
  }
  const silent = fails(lostOnce(), { code: 'serviceError' });
  t.match(toldListeners(silent), rejected('serviceError'), 'it stays unknown');
  t.match(lastAskOf(silent), { op: 'current' });
});

t.test('A failure after a lost answer leaves the source unknown, unless refused', async t => {
  const rows = [
    [{ code: 'offline', outcome: 'lost' }, 'setSource'],
    [{ code: 'serviceError', outcome: 'broken' }, 'setSource'],
    [{ code: 'offline', outcome: 'refused' }, 'setSource'],
    [{ code: 'notSupported', outcome: 'refused' }, null],
  ] as const;
  for (const [failure, then] of rows) {
    const stage = fails(fails(choose('AL:1'), LOST), failure);
    t.match(toldListeners(stage), rejected(failure.code));
    // It shows where an item comes that cannot be ours.
    stage.after(180_000).ended().answer(item(5), stage.asked('place'));
    t.equal(askOf(stage)?.op ?? null, then, `${failure.code}, ${failure.outcome}`);
  }
});

const EPISODE = item(0, { kind: 'episode', trackToken: 'e', trackId: null, audioUrl: null });
const EPISODES: Source = { id: 'PE:1', type: 'PE', name: null };

t.test('an episode without an address is asked for once more', async t => {
  const set = (episode: Item) => answers(choose('PE:1'), { source: EPISODES, item: episode });
  const found = set(EPISODE);
  t.same(asked(found), ['setSource', 'current']);
  t.same(toldListeners(found), []);
  answers(found, { item: { ...EPISODE, audioUrl: 'http://audio.test/e' } });
  t.match(toldListeners(found), RESOLVED);
  t.match(loadOf(found), { url: 'http://audio.test/e' });
  const without = answers(set(EPISODE), { item: EPISODE });
  t.match(toldListeners(without), rejected('notSupported'));
  t.equal(without.public.silenceReason, null, 'what sounds goes on');
  t.same(asked(set({ ...EPISODE, interactions: ['FORCE_ACTIVE'] })), ['setSource']);
  t.equal(set({ ...TAKEN_OVER }).public.silenceReason, 'takenOver');
});

t.test('an episode whose address nobody can ask for is refused, and what sounds goes on', async t => {
  const stage = answers(choose('PE:1'), { source: EPISODES, item: EPISODE });
  fails(stage, { code: 'offline' });
  t.match(toldListeners(stage), rejected('notSupported'));
  t.equal(stage.public.silenceReason, null);
  t.match(outside(stage), [{ op: 'setSource', sourceId: STATION.id }], 'its own source is set again');
});

t.test('a factory that was used shows in the source that the service holds', async t => {
  const stage = fails(choose('SF:1'), LOST);
  answers(stage, { source: MADE });
  t.same(asked(stage), ['setSource', 'source', 'current']);
  answers(stage, { item: ANOTHER });
  t.match(toldListeners(stage), RESOLVED);
  t.match(stage.public.source, { id: 'ST:7' });
  t.match(loadOf(stage), { url: 'http://audio.test/new' });
});

t.test('a factory that was not used is used again', async t => {
  const stage = answers(fails(choose('SF:1'), LOST), { source: STATION });
  t.same(asked(stage), ['setSource', 'source', 'setSource']);
});
