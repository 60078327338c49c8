import t from 'tap';
import { missedEnd } from '../../src/player/sound/load.js';

t.test('the end that a lost event would have told', async t => {
  const load = {
    loadId: 1,
    entryId: 5,
    startMs: 0,
    appended: false,
    lengthMs: null,
    dataEndMs: null,
    toldMs: null,
    isWhole: false,
    isCut: false,
    openedMs: 0,
    seen: null,
    stood: null,
    isLeft: false,
    soughtLogLine: null,
    dismissed: false,
    firstLogLine: 0,
  };
  const entries = (ids: number[], playing: number) => ids.map(id => ({ id, current: id === playing }));
  const rows = [
    ['started', [4, 5], 5, null],
    ['waiting', [4, 5], 4, null],
    ['started', [5, 6], 6, 'eof'],
    ['started', [5], -1, 'eof'],
    ['opening', [5, 6], 6, 'error'],
    ['waiting', [5, 6], 6, 'error'],
    ['waiting', [6], 6, 'stop'],
  ] as const;
  for (const [phase, ids, playing, end] of rows)
    t.equal(
      missedEnd({ ...load, phase }, entries([...ids], playing)),
      end,
      `${phase} ${ids.join()} ${playing}`,
    );
  t.equal(missedEnd({ ...load, phase: 'started', dismissed: true }, []), 'stop');
});
