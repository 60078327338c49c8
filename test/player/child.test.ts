import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { endsWell, spawnChild } from '../../src/player/process/child.js';
import { until } from '../bench/rig/waiting.js';

const environment = { PATH: process.env['PATH'] ?? '' };

t.test('A child that the kernel refuses has exited at once', async t => {
  const options = { program: '/bin/true', args: ['x'.repeat(200_000)], environment, before: [] };
  const child = spawnChild(options);
  child.kill('over');
  t.match(await child.exited, /^could not be started: .*E2BIG/);
  t.equal(await endsWell(options), false);
});

t.test('A trial ends everything it leaves behind', async t => {
  const folder = t.testdir();
  const script = join(folder, 'script');
  writeFileSync(script, `#!/bin/sh\nsleep 600 &\necho $! > '${folder}/left'\nexit 0\n`, { mode: 0o755 });
  t.equal(await endsWell({ program: script, args: [], environment, before: [] }), true);
  const left = readFileSync(join(folder, 'left'), 'utf8').trim();
  const isGone = () =>
    !existsSync(`/proc/${left}`) || /^State:\s+Z/m.test(readFileSync(`/proc/${left}/status`, 'utf8'));
  await until('it is gone', isGone);
  t.ok(isGone());
});

t.test('The child tells its last words and waits for no output holder', async t => {
  const tell = (script: string) =>
    spawnChild({ program: '/bin/sh', args: ['-c', script], environment, before: [] }).exited;
  for (let again = 0; again < 50; again += 1)
    t.equal(await tell('echo why >&2; exit 3'), 'exited with 3: why');
  t.equal(await tell('sleep 20 & echo why >&2; exit 3'), 'exited with 3: why');
});
