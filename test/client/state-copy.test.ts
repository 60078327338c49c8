import { test } from 'tap';
import { changed, renewed } from '../../src/client/state-copy.js';
import { playingState } from '../fakes/speaker/state.js';

void test('applies changes in order, once, and never across a gap', async t => {
  const first = renewed(null, { revision: 10, nowMs: 1, state: playingState() }, 0);
  if (first === null) throw new Error('a whole state always makes a copy');
  t.equal(renewed(null, { revision: 10, nowMs: 1, changes: [] }, 0), null);
  t.equal(changed(first, { revision: 10, nowMs: 2, changes: { volume: 1 } }, 5), first, 'an old one');
  t.equal(changed(first, { revision: 12, nowMs: 2, changes: { volume: 1 } }, 5), null, 'a gap');
  const next = changed(first, { revision: 11, nowMs: 2, changes: { volume: 1 } }, 5);
  t.match(next, { revision: 11, nowMs: 2, heardMs: 5, state: { volume: 1, muted: false } });
  const changes = [
    { revision: 11, changes: { volume: 1, muted: true } },
    { revision: 12, changes: { volume: 2 } },
  ];
  t.match(renewed(first, { revision: 12, nowMs: 9, changes }, 7), {
    revision: 12,
    state: { volume: 2, muted: true },
  });
});

void test('the whole state of the same revision is the same state, at a later time', async t => {
  const first = renewed(null, { revision: 10, nowMs: 1, state: playingState() }, 0);
  const again = renewed(first, { revision: 10, nowMs: 2, state: playingState() }, 5);
  t.equal(again?.state, first?.state);
  t.match(again, { nowMs: 2, heardMs: 5 });
  const other = playingState({ volume: 3 });
  t.equal(renewed(first, { revision: 9, nowMs: 2, state: other }, 5)?.state, other);
});
