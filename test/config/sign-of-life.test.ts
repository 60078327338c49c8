import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import t from 'tap';

const module = fileURLToPath(new URL('../../../config/setup/sign-of-life.mjs', import.meta.url));

/** What a program that does this says, as it ends. */
function run(work: string, everyMs: number) {
  const script = `import { spawnSync } from 'node:child_process';
    import { setTimeout as sleep } from 'node:timers/promises';
    import { withSignOfLife } from '${module}';
    try { console.log(await withSignOfLife('making it', ${work}, ${everyMs})) } catch (error) { console.log(error.message) }`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  });
  return { stdout, stderr };
}

t.test('Long work shows signs of life, even while this thread waits', async t => {
  for (const work of [
    "() => spawnSync('sleep', ['1.5']).status",
    '() => sleep(1500).then(() => 0)',
    'async () => { await sleep(1500); return 0 }',
  ]) {
    const { stdout, stderr } = run(work, 100);
    t.equal(stdout, '0\n', work);
    t.match(stderr, /^(\[tonearm\] {3}making it: \d s so far\n)+$/, work);
  }
});

t.test('Quick work shows no sign of life, and failing work fails', async t => {
  t.same(run('() => 7', 60_000), { stdout: '7\n', stderr: '' });
  t.same(run("() => { throw new Error('no') }", 60_000), { stdout: 'no\n', stderr: '' });
  t.same(run("() => Promise.reject(new Error('no'))", 60_000), { stdout: 'no\n', stderr: '' });
});
