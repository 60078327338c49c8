import { join } from 'node:path';
import t from 'tap';
import { openSocketFolder } from '../../src/player/process/socket-folder.js';

t.test('a socket lies where its path fits', async t => {
  const long = join(t.testdir(), 'x'.repeat(100));
  const folder = await openSocketFolder(long);
  t.notMatch(folder.freshPath(), long);
  t.ok(Buffer.byteLength(folder.freshPath()) < 100);
  t.not(folder.freshPath(), folder.freshPath());
  await folder.close();
});
