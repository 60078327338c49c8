import t from 'tap';
import { allows, type Item, isSameItem } from '../../src/core/vocabulary/item.js';

const item = (index: number | null, trackToken: string | null, interactions: string[] = []) =>
  ({ index, trackToken, interactions }) as unknown as Item;

t.test('the list on the item is the only authority on what is allowed', async t => {
  t.equal(allows(item(0, 'a', ['SKIP']), 'SKIP'), true);
  t.equal(allows(item(0, 'a', ['SKIP']), 'REPLAY'), false);
  t.equal(allows(null, 'SKIP'), false);
});

t.test('index and token together tell items apart; a missing token is no difference', async t => {
  t.equal(isSameItem(item(1, 'a'), item(1, 'a')), true);
  t.equal(isSameItem(item(1, 'a'), item(1, 'b')), false);
  t.equal(isSameItem(item(1, 'a'), item(2, 'a')), false);
  t.equal(isSameItem(item(1, null), item(1, 'b')), true);
});
