import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import t from 'tap';
import { createPublishBackEnd } from '../../src/discovery/publish-back-end.js';
import { checkAgainstAvahi, record } from '../fakes/avahi-checks.js';
import { createPrivateAvahi, whyNoAvahi } from '../fakes/avahi-daemon.js';

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
