import t from 'tap';
import { toEnding } from '../../src/cli/child-end.js';

t.test('The ending names a child’s exit code or signal and its cause', async t => {
  t.equal(toEnding(3, null), 'ended with exit code 3');
  t.match(toEnding(null, 'SIGKILL'), /^was killed \(SIGKILL\), most likely because memory ran out/);
  t.match(toEnding(null, 'SIGABRT'), /SIGABRT.* memory/);
  t.equal(toEnding(null, 'SIGTERM'), 'was terminated by SIGTERM');
});
