import t from 'tap';
import { parsePlaylist } from '../../src/player/sound/playlist.js';

t.test('entries have a number; what has none is no entry, and rubbish no playlist', async t => {
  t.strictSame(parsePlaylist('rubbish'), []);
  t.strictSame(parsePlaylist([null, 1, {}, { id: 'x' }, { id: 2, current: true }, { id: 3 }]), [
    { id: 2, current: true },
    { id: 3, current: false },
  ]);
});
