import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';

// The trials run for minutes, as root and by hand; that they look for what is still said is seen here.
const root = fileURLToPath(new URL('../../../', import.meta.url));
const folder = join(root, 'config/package');
const scripts = readdirSync(folder).filter(name => name.endsWith('.sh'));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

t.test('their scripts can be read by bash', async t => {
  for (const name of scripts)
    t.equal(spawnSync('bash', ['-n', join(folder, name)], { encoding: 'utf8' }).stderr, '', name);
});

t.test('the blocks that they follow are in the pages', async t => {
  const trials = scripts.map(name => read(`config/package/${name}`)).join('\n');
  const followed = [...trials.matchAll(/^follow (\S+) '([^']+)'/gm)];
  t.ok(followed.length > 5);
  for (const [, page = '', pattern = ''] of followed) t.match(read(page), new RegExp(pattern, 'm'), pattern);
});
