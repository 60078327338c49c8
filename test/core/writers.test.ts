import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';

const CORE = fileURLToPath(new URL('../../../src/core/', import.meta.url));
const files = readdirSync(CORE, { recursive: true, encoding: 'utf8' }).filter(path => path.endsWith('.ts'));
const textOf = (path: string): string => readFileSync(join(CORE, path), 'utf8');

/** What a pattern with one group finds, each once. */
function all(text: string, pattern: RegExp): readonly string[] {
  return [...new Set([...text.matchAll(pattern)].map(([, found = '']) => found))];
}

t.test('Reconcile alone makes effects', async t => {
  const types = all(textOf('reconcile/effect.ts'), /readonly type: '([\w.]+)'/g);
  t.ok(types.length > 15, String(types.length));
  const makersOf = (type: string) =>
    files.filter(path => path !== 'reconcile/effect.ts' && textOf(path).includes(`{ type: '${type}'`));
  t.strictSame(
    types.flatMap(makersOf).filter(path => !path.startsWith('reconcile/')),
    [],
  );
  t.ok(types.filter(type => makersOf(type).length > 0).length > 10, 'the pattern finds what it looks for');
});

t.test('One file writes each member of the state', async t => {
  const [, shape = ''] = /export interface State \{\n(.*?)\n\}/s.exec(textOf('model/state.ts')) ?? [];
  const members = all(shape, /^ {2}readonly (\w+):/gm);
  t.ok(members.length > 15, String(members.length));
  let found = 0;
  for (const member of members) {
    const written = new RegExp(`\\{\\s*\\.\\.\\.[a-z]\\w*,(?:[^{}]*,)?\\s*${member}\\b(?=[,:\\s}])`);
    const writers = files.filter(path => written.test(textOf(path)));
    found += writers.length;
    t.ok(writers.length <= 1, `${member}: ${writers.join()}`);
  }
  t.ok(found > 10, 'the pattern finds what it looks for');
});
