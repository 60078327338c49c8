import t from 'tap';
import { createOptionNames } from '../../src/player/process/option-names.js';

const OLD = ['--no-config', '--load-osd-console=no', '--load-stats-overlay=no'];
const NEW = ['--no-config', '--load-console=no', '--load-stats-overlay=no'];

t.test('A player that ends without a word is tried by the other names', async t => {
  const names = createOptionNames();
  t.strictSame(names.of(OLD), OLD);
  t.notOk(names.giveUp('exited with 1: cannot work here'), 'it said what is wrong');
  t.notOk(names.giveUp('killed by SIGKILL'));
  t.strictSame(names.of(OLD), OLD);
  t.ok(names.giveUp('exited with 1'), 'the same start again');
  t.strictSame(names.of(OLD), NEW);
  t.notOk(names.giveUp('exited with 1'), 'the names were not at fault');
  t.strictSame(names.of(OLD), OLD);
});
