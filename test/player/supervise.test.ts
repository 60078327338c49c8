import t from 'tap';
import { restartPauseMs } from '../../src/player/process/supervise.js';

t.test('restarts come at once, then ever more slowly, but never too slowly', async t => {
  t.strictSame(
    [0, 1].map(failures => restartPauseMs(failures, 1)),
    [0, 0],
  );
  t.strictSame(
    [2, 3, 4].map(failures => restartPauseMs(failures, 1)),
    [100, 200, 400],
  );
  t.equal(restartPauseMs(4, 0), 200);
  t.equal(restartPauseMs(5000, 1), 10_000);
});
