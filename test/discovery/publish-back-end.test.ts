import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { createPublishBackEnd } from '../../src/discovery/publish-back-end.js';
import { checkAgainstAvahi, record } from '../rigs/discovery/checks.js';
import { createPrivateAvahi, whyNoAvahi } from '../fakes/machine/avahi.js';

const missing = spawnSync('avahi-publish', ['--version']).status !== 0 && 'avahi-publish is missing';

checkAgainstAvahi(() => createPublishBackEnd(), missing);

t.test(
  'the child takes the place of what ties it to us, and ends when told',
  { skip: whyNoAvahi() || missing },
  async t => {
    const avahi = createPrivateAvahi(t);
    await avahi.begin();
    const backEnd = createPublishBackEnd();
    const registration = await backEnd.register({ ...record, name: 'tied' }, () => undefined);
    const children = () =>
      readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8')
        .trim()
        .split(' ')
        .map(pid => readFileSync(`/proc/${pid}/comm`, 'utf8').trim());
    t.ok(children().includes('avahi-publish'));
    await registration.withdraw();
    await registration.withdraw();
    t.notOk(children().includes('avahi-publish'));
  },
);

t.test('The agent starts the child without setpriv where that is forbidden', async t => {
  const folder = t.testdir();
  const write = (name: string, script: string) =>
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  // As it is under the unit's filter of system calls: it tells its version, and fails at anything else.
  write('setpriv', '[ "$1" = --version ] || { echo "activate capabilities: not permitted" >&2; exit 127; }');
  write('publish', 'echo "Established under name"; exec sleep 60');
  const path = process.env['PATH'] ?? '';
  process.env['PATH'] = `${folder}:${path}`;
  t.teardown(() => (process.env['PATH'] = path));
  const backEnd = createPublishBackEnd(join(folder, 'publish'));
  const registration = await backEnd.register({ ...record, name: 'untied' }, () => undefined);
  await registration.withdraw();
});
