import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { examineStateFiles, readClients } from '../../src/daemon/state-files.js';
import { readHolder, takeLock } from '../../src/store/lock.js';
import { readPlain } from '../../src/lib/plain-file.js';

const LOCKED = /is in use by a process with unknown pid/;

t.test('a regular file is read up to its bound, and nothing else is', async t => {
  const folder = t.testdir({ good: 'é', long: 'x'.repeat(65), full: 'x'.repeat(64) });
  const read = (name: string) => readPlain(join(folder, name), 64);
  writeFileSync(join(folder, 'closed'), 'secret', { mode: 0o640 });
  t.match(read('good'), { text: 'é' });
  t.match(read('closed'), { text: 'secret', mode: 0o640 });
  t.equal(read('full')?.text.length, 64);
  t.equal(read('long'), null);
  mkdirSync(join(folder, 'directory'));
  symlinkSync('good', join(folder, 'link'));
  symlinkSync('/dev/zero', join(folder, 'zeros'));
  spawnSync('mkfifo', [join(folder, 'pipe')]);
  for (const name of ['directory', 'link', 'zeros', 'pipe']) t.equal(read(name), null, name);
  t.throws(() => read('missing'), { code: 'ENOENT' });
});

t.test('A foreign object in the agent’s folder holds up no program', async t => {
  const folder = t.testdir();
  for (const name of ['clients.json', 'lock']) spawnSync('mkfifo', [join(folder, name)]);
  symlinkSync('/dev/zero', join(folder, 'session.json'));
  mkdirSync(join(folder, 'device.json'));
  const outcomes = new Map(examineStateFiles(folder).map(({ name, outcome }) => [name, outcome]));
  for (const name of ['clients.json', 'session.json', 'device.json'])
    t.equal(outcomes.get(name), 'torn', `${name}: the agent sets it aside`);
  t.equal(outcomes.get('credentials.json'), 'missing');
  t.same(readClients(folder), []);
  t.equal(readHolder(folder), '');
  const lock = takeLock(folder);
  t.throws(() => takeLock(folder), { message: LOCKED });
  lock.release();
});
