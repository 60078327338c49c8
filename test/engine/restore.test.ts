import t from 'tap';
import { toRestored } from '../../src/engine/restore.js';
import type { PositionRecord, SessionRecord } from '../../src/contract/records.js';
import { createItem, STATION } from '../rigs/core/stage.js';

const FIXED = createItem(3, { interactions: [] });
const SESSION: SessionRecord = {
  wish: 'playing',
  source: STATION,
  item: FIXED,
  positionMs: 60_000,
  exact: false,
  volume: 55,
  muted: true,
  closing: null,
  endTaken: false,
  sourceEnded: false,
};
const LIVE: PositionRecord = { sourceId: 'ST:1', index: 3, trackToken: 'token-3', positionMs: 75_000 };

t.test('a first start has nothing to go on with, and the volume of the configuration', async t => {
  t.match(toRestored(null, null, 35), {
    wish: 'stopped',
    source: null,
    item: null,
    volume: 35,
    muted: false,
    positionMs: 0,
  });
});

t.test('wish, source, item, volume and mute go on', async t => {
  t.match(toRestored(SESSION, LIVE, 35), {
    wish: 'playing',
    source: STATION,
    item: FIXED,
    volume: 55,
    muted: true,
  });
  t.equal(toRestored({ ...SESSION, volume: null }, null, 35).volume, 35);
});

const rows: readonly [string, Partial<SessionRecord>, Partial<PositionRecord> | null, number][] = [
  ['killed: where it was', {}, {}, 75_000],
  ['killed after a jump back: where it was', { item: createItem(3) }, { positionMs: 10_000 }, 10_000],
  ['killed before the next item was heard: its beginning', { positionMs: 0 }, { positionMs: 0 }, 0],
  ['a live position of another item says nothing', {}, { index: 2, trackToken: 'token-2' }, 120_000],
  ['a live position of another source says nothing', {}, { sourceId: 'ST:2' }, 120_000],
  ['killed, and the service gives no tokens', { item: { ...FIXED, trackToken: null } }, {}, 75_000],
  ['power cut: a save interval later', {}, null, 120_000],
  ['power cut near the end: not beyond it', { positionMs: 170_000 }, null, 180_000],
  ['power cut, length unknown', { item: { ...FIXED, durationMs: null } }, null, 120_000],
  ['power cut, but the item may be sought in', { item: createItem(3) }, null, 60_000],
  ['stopped in order: exactly there, whatever an old live position says', { exact: true }, {}, 60_000],
  ['paused: exactly there', { exact: true, wish: 'paused' }, null, 60_000],
  ['no item', { item: null }, {}, 0],
];
for (const [name, session, live, positionMs] of rows) {
  t.test(name, async t => {
    const position = live === null ? null : { ...LIVE, ...live };
    t.equal(toRestored({ ...SESSION, ...session }, position, 35).positionMs, positionMs);
  });
}
