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
