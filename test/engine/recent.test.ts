import t from 'tap';
import { Recent } from '../../src/engine/recent.js';
import type { PlayedLog } from '../../src/contract/ports.js';
import type { PlayedRecord } from '../../src/contract/records.js';
import { withPlayed } from '../../src/store/played-format.js';
import { createListeningLogger } from '../fakes/ports/scripted.js';
import { FULL, item } from '../rigs/core/full.js';
import { createItem, createStage, type Stage, STATION } from '../rigs/core/stage.js';

const EPOCH_MS = 1_800_000_000_000;

interface Setting {
  readonly first?: ReturnType<typeof createItem>;
  readonly records?: readonly PlayedRecord[];
  readonly positionMs?: number;
  readonly isFull?: boolean;
}

/** A list of what is heard on a stage, whose first item has begun. */
function createBench({ first = item(0), records = [], positionMs = 0, isFull = false }: Setting = {}) {
  const writes: PlayedRecord[] = [];
  let kept = records;
  const played: PlayedLog = {
    get records() {
      return kept;
    },
    async add(record) {
      kept = withPlayed(kept, record);
      writes.push(record);
      if (isFull) throw new Error('full');
    },
    async remove() {
      kept = [];
    },
  };
  const logger = createListeningLogger();
  const clock = { epochMs: () => EPOCH_MS + stage.now, steadyMs: () => stage.now };
  const recent = new Recent({ played, clock, logger });
  const stage: Stage = createStage({ abilities: FULL, follow: decision => recent.observe(decision) });
  stage.send({ type: 'player.ready' }).send({ type: 'engine.started' }).answer(first).started(positionMs);
  let atMs = positionMs;
  /** Sounds on for so long, told of each half second by the player. */
  const play = (ms: number) => {
    for (const end = atMs + ms; atMs < end; ) {
      atMs += 500;
      stage.after(500).position(atMs);
    }
  };
  const titles = () => recent.list(200).map(({ item: { title } }) => title);
  /** Another item takes the place of the one that sounds. */
  const choose = (next: ReturnType<typeof createItem>, source = STATION) => {
    stage.ask({ type: 'play', sourceId: source.id }).sourceSet(next, source).started();
    atMs = 0;
  };
  return { recent, stage, writes, play, choose, titles, logger };
}

t.test('The list shows an item after two seconds, without its secrets', async t => {
  const first = item(0, { artist: 'Ada', artUrl: 'https://art.test/0', feedback: 'UP' });
  const { recent, writes, play } = createBench({ first });
  play(1_500);
  t.strictSame(recent.list(200), []);
  play(500);
  const listed = {
    playedAtMs: EPOCH_MS,
    source: { id: 'ST:1', type: 'ST', name: 'One' },
    trackId: 'TR:0',
    item: {
      kind: 'track',
      index: 0,
      title: 'Title 0',
      artist: 'Ada',
      artUrl: 'https://art.test/0',
      durationMs: 180_000,
      feedback: 'UP',
      interactions: [],
    },
    feedback: 'UP',
  };
  t.strictSame(recent.list(200), [listed]);
  play(60_000);
  t.equal(writes.length, 1, 'and written once');
  t.notMatch(JSON.stringify(writes), 'audio.test');
  t.notMatch(JSON.stringify(writes), 'token-0');
});

t.test('the latest comes first, and no more than is asked for', async t => {
  const { recent, play, choose, titles } = createBench();
  play(3_000);
  for (const index of [1, 2]) {
    choose(item(index), { id: `AL:${index}`, type: 'AL', name: null });
    play(3_000);
  }
  t.strictSame(titles(), ['Title 2', 'Title 1', 'Title 0']);
  t.match(recent.list(1), [{ item: { title: 'Title 2' }, source: { id: 'AL:2' } }]);
});

t.test('The list omits skipped items, ads and messages', async t => {
  const { play, choose, titles } = createBench({ first: item(0, { kind: 'ad' }) });
  play(10_000);
  choose(item(1), { id: 'AL:1', type: 'AL', name: null });
  play(1_500);
  choose(item(2, { kind: 'message' }), { id: 'AL:2', type: 'AL', name: null });
  play(10_000);
  choose(item(3, { kind: 'episode', podcast: 'Talk' }), { id: 'PC:3', type: 'PC', name: 'Talk' });
  play(2_000);
  t.strictSame(titles(), ['Title 3']);
});

t.test('silence does not count, and a pause makes no second entry', async t => {
  const { stage, play, titles, writes } = createBench();
  play(1_000);
  stage.ask({ type: 'pause' }).after(60_000).ask({ type: 'setVolume', volume: 20 });
  t.strictSame(titles(), []);
  stage.ask({ type: 'play' });
  play(2_000);
  stage.ask({ type: 'pause' }).after(60_000).ask({ type: 'play' });
  play(5_000);
  t.strictSame(titles(), ['Title 0']);
  t.equal(writes.length, 1);
});

const EARLIER: PlayedRecord = {
  playedAtMs: EPOCH_MS - 3_600_000,
  item: { kind: 'track', index: 0, title: 'Title 0' },
  source: { id: 'ST:1', type: 'ST', name: 'One' },
  trackId: 'TR:0',
};

t.test('A resumed item keeps its entry; a new beginning adds one', async t => {
  const goesOn = createBench({ records: [EARLIER], positionMs: 40_000 });
  goesOn.play(5_000);
  t.strictSame(goesOn.titles(), ['Title 0']);
  const anew = createBench({ records: [EARLIER] });
  anew.play(5_000);
  t.strictSame(anew.titles(), ['Title 0', 'Title 0']);
  const again = createBench({ records: [{ ...EARLIER, playedAtMs: EPOCH_MS - 30_000 }] });
  again.play(5_000);
  t.strictSame(again.titles(), ['Title 0'], 'chosen twice within a minute');
});

t.test('a thumb is shown wherever that track is listed, also one by which it goes', async t => {
  const thumbs = item(0, { interactions: ['SKIP', 'THUMB'] });
  const { recent, stage, play, writes } = createBench({ first: thumbs, records: [EARLIER] });
  const given = () => recent.list(200).map(({ item: { feedback }, ...entry }) => [entry.feedback, feedback]);
  play(5_000);
  t.strictSame(given(), [
    [undefined, null],
    [undefined, null],
  ]);
  stage.ask({ type: 'setFeedback', value: 'UP' });
  stage.answer(null, stage.asked('command'));
  t.strictSame(given(), [
    ['UP', 'UP'],
    ['UP', 'UP'],
  ]);
  stage.ask({ type: 'setFeedback', value: null });
  stage.answer(null, stage.asked('command'));
  t.match(given(), [[undefined], [undefined]]);
  stage.ask({ type: 'setFeedback', value: 'DOWN' });
  stage.answer(item(1), stage.asked('command'));
  t.equal(stage.public.item?.title, 'Title 1');
  t.match(given(), [['DOWN'], ['DOWN']]);
  t.equal(writes.length, 7, 'each is written when it changes');
});

t.test('whoever comes next does not see it; a pairing that the service ends keeps it', async t => {
  const { stage, play, titles } = createBench();
  play(5_000);
  stage.send({ type: 'pairing.ended', by: 'service' });
  t.strictSame(titles(), ['Title 0']);
  stage.send({ type: 'pairing.began', sameListener: true });
  t.strictSame(titles(), ['Title 0']);
  stage.send({ type: 'pairing.began', sameListener: false });
  t.strictSame(titles(), []);
  const out = createBench();
  out.play(5_000);
  out.stage.send({ type: 'pairing.ended', by: 'listener' });
  t.strictSame(out.titles(), []);
});

t.test('a clock that is set back gives each its own time', async t => {
  const { recent, play } = createBench({
    records: [
      { ...EARLIER, playedAtMs: EPOCH_MS, trackId: 'TR:9', item: { ...EARLIER.item, title: 'Other' } },
    ],
  });
  play(2_000);
  t.strictSame(
    recent.list(200).map(({ playedAtMs }) => playedAtMs),
    [EPOCH_MS + 1, EPOCH_MS],
  );
});

t.test('a full disk is told of, and what was played is listed all the same', async t => {
  const { play, titles, logger } = createBench({ isFull: true });
  play(3_000);
  await new Promise(resolve => setImmediate(resolve));
  t.strictSame(titles(), ['Title 0']);
  t.match(logger.lines, [{ level: 'warn', message: 'The list of played items could not be saved.' }]);
});
