import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import t from 'tap';
import { createCgroup, whyNoCgroup } from '../rigs/cgroup.js';

t.test('a cgroup holds what runs in it to its memory and its processor', { skip: whyNoCgroup() }, async t => {
  const group = createCgroup({ memoryMiB: 64, cpuPercent: 20 });
  const run = (script: string) => {
    const [command = '', ...words] = group.words;
    return spawnSync(command, [...words, process.execPath, '-e', script], { encoding: 'utf8' });
  };
  t.match(run('console.log(1)'), { status: 0, stdout: '1\n' });
  t.equal(group.oomKills(), 0);
  t.match(run('const all = []; for (;;) all.push(Buffer.alloc(4e6, 1))'), {
    status: null,
    signal: 'SIGKILL',
  });
  t.equal(group.oomKills(), 1);
  const peak = group.peakMiB();
  t.ok(peak === null || (peak > 40 && peak <= 64), `${peak} MiB`);
  t.ok(group.throttledMs() > 0, 'Node starts by more than a fifth of a processor');
  await group.remove();
  const [, , script = ''] = group.words;
  for (const [, folder = ''] of script.matchAll(/> (\S+)\/cgroup\.procs/g))
    t.notOk(existsSync(folder), folder);
});
