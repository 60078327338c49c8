import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';

const module = fileURLToPath(new URL('../../../config/setup/sign-of-life.mjs', import.meta.url));

/** What a program that does this says, as it ends; `said` is the file that it says it to. */
function run(work: string, everyMs: number, said: string) {
  const script = `import { spawnSync } from 'node:child_process';
    import { statSync } from 'node:fs';
    import { setTimeout as sleep } from 'node:timers/promises';
    import { withSignOfLife } from '${module}';
    const said = '${said}';
    const hear = async () => { while (statSync(said).size === 0) await sleep(20); return 0; };
    try { console.log(await withSignOfLife('making it', ${work}, ${everyMs})) } catch (error) { console.log(error.message) }`;
  const file = openSync(said, 'w');
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', file],
    encoding: 'utf8',
  });
  closeSync(file);
  return { stdout, stderr: readFileSync(said, 'utf8') };
}

t.test('Long work shows signs of life, even while this thread waits', async t => {
  const said = join(t.testdir(), 'said');
  for (const work of [
    "() => spawnSync('sh', ['-c', `until [ -s ${said} ]; do sleep 0.02; done`]).status",
    'hear',
    'async () => { await sleep(0); return hear() }',
  ]) {
    const { stdout, stderr } = run(work, 100, said);
    t.equal(stdout, '0\n', work);
    t.match(stderr, /^(\[tonearm\] {3}making it: \d+ s so far\n)+$/, work);
  }
});

t.test('Quick work shows no sign of life, and failing work fails', async t => {
  const said = join(t.testdir(), 'said');
  t.same(run('() => 7', 60_000, said), { stdout: '7\n', stderr: '' });
  t.same(run("() => { throw new Error('no') }", 60_000, said), { stdout: 'no\n', stderr: '' });
  t.same(run("() => Promise.reject(new Error('no'))", 60_000, said), { stdout: 'no\n', stderr: '' });
});
