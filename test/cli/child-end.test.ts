import t from 'tap';
import { toEnding } from '../../src/cli/child-end.js';

t.test('how a child ended, and for what', async t => {
  t.equal(toEnding(3, null), 'ended with exit code 3');
  t.match(toEnding(null, 'SIGKILL'), /^was killed \(SIGKILL\), most likely because memory ran out/);
  t.match(toEnding(null, 'SIGABRT'), /SIGABRT.* memory/);
  t.equal(toEnding(null, 'SIGTERM'), 'was terminated by SIGTERM');
});
