import t from 'tap';
import { placeToWatch } from '../../src/input/places.js';

t.test('The nearest folder that is not busy tells of a missing device', async t => {
  const rows: [path: string, folders: string[], place: string | null][] = [
    ['/dev/input/event0', ['/dev/input', '/dev', '/'], '/dev/input'],
    ['/dev/input/by-id/knob', ['/dev/input', '/dev', '/'], '/dev/input'],
    ['/dev/input/by-id/knob', ['/dev/input/by-id', '/dev/input', '/dev', '/'], '/dev/input/by-id'],
    ['/dev/input/event0', ['/dev', '/', '/run/udev/data'], '/run/udev/data'],
    ['/dev/input/event0', ['/dev', '/'], null],
    ['/run/keys', ['/run', '/'], '/run'],
    ['/nowhere/keys', ['/'], null],
  ];
  for (const [path, folders, place] of rows)
    t.equal(
      placeToWatch(path, folder => folders.includes(folder)),
      place,
      `${path} with ${folders.join(' ')}`,
    );
});
