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

/** Texts of all sources below, one after the other. */
const readAll = (path: string) =>
  readdirSync(join(root, path), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts'))
    .map(name => read(join(path, name)))
    .join('\n');

t.test('their scripts can be read by bash', async t => {
  for (const name of scripts)
    t.equal(spawnSync('bash', ['-n', join(folder, name)], { encoding: 'utf8' }).stderr, '', name);
});

t.test('The trial expects real words of doctor', async t => {
  const said = readAll('src');
  const expected = [
    ...read('config/package/trial-doctor.sh').matchAll(/^broken '[^']+' '\^\S+ \+(\S+) \.\*(.+)'$/gm),
  ];
  t.ok(expected.length > 10);
  const checks = readAll('src/cli/doctor');
  for (const [, check = '', words = ''] of expected) {
    t.ok(checks.includes(`'${check}'`), `there is a check ${check}`);
    // What the trial itself has put there is no word of doctor's.
    if (/\.invalid$|^CARD=/.test(words)) continue;
    const parts = words
      .replace(/^\((.*)\)$/, '$1')
      .replace(/^\d+/, '')
      .split('|');
    for (const part of parts) t.ok(said.includes(part), `${check}: ${part}`);
  }
});

t.test('the blocks that they follow are in the pages', async t => {
  const trials = scripts.map(name => read(`config/package/${name}`)).join('\n');
  const followed = [...trials.matchAll(/^follow (\S+) '([^']+)'/gm)];
  t.ok(followed.length > 5);
  for (const [, page = '', pattern = ''] of followed) t.match(read(page), new RegExp(pattern, 'm'), pattern);
});
