import t from 'tap';
import { createAhead } from '../../src/client/ahead.js';

t.test('the word that came quickest counts, whichever clock stood meanwhile', async t => {
  const now = { steady: 0, wall: 500_000 };
  const ahead = createAhead(
    () => now.steady,
    () => now.wall,
  );
  const pass = (ms: number, slept = 0): void => {
    now.steady += ms;
    now.wall += ms + slept;
  };
  t.equal(ahead.nowMs(), null);
  ahead.note(1_000_000);
  pass(100);
  t.equal(ahead.nowMs(), 1_000_100);
  // On its way for eighty milliseconds.
  ahead.note(1_000_020);
  t.equal(ahead.nowMs(), 1_000_100);
  pass(1_000, 60_000);
  t.equal(ahead.nowMs(), 1_061_100, 'a steady clock may stand while the device sleeps');
  now.wall -= 3_600_000;
  t.equal(ahead.nowMs(), 1_001_100, 'one that is set back makes nothing earlier than that');
  ahead.forget();
  t.equal(ahead.nowMs(), null);
  ahead.note(5);
  t.equal(ahead.nowMs(), 5);
  ahead.note(5_000_000);
  ahead.note(1_400_000);
  t.equal(ahead.nowMs(), 1_400_000, 'the clock of a speaker that was set back is believed');
});
