import { readFileSync } from 'node:fs';
import t from 'tap';
import ts from 'typescript';
import { covers, ELSEWHERE, foundByName, ROOT, sources, testFor, tests } from './test-for.js';

function holdsTypesAlone(path: string): boolean {
  const name = [`${path}.ts`, `${path}.tsx`].find(name => ts.sys.fileExists(`${ROOT}src/${name}`)) ?? '';
  const { outputText } = ts.transpileModule(readFileSync(`${ROOT}src/${name}`, 'utf8'), {
    fileName: name,
    compilerOptions: { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext, removeComments: true },
  });
  return /^(export \{\};|import [^;]*;|\s)*$/.test(outputText);
}

const nameless = sources.filter(path => foundByName(path) === null && !holdsTypesAlone(path));
const listed = Object.values(ELSEWHERE).flat();

t.test('every source file has a test that is found by its name, or is listed', async t => {
  t.same(
    nameless.filter(path => !listed.some(entry => covers(entry, path))),
    [],
  );
  t.ok(sources.length > 400, `${sources.length} files`);
});

t.test('the list names tests that are there, each file once, and none that needs no place in it', async t => {
  t.same(
    Object.keys(ELSEWHERE).filter(test => !tests.has(test)),
    [],
  );
  t.same(
    listed.filter(entry => !nameless.some(path => covers(entry, path))),
    [],
  );
  t.equal(new Set(listed).size, listed.length);
});

t.test('the test of a file, as `npm run check:change` runs it', async t => {
  t.equal(testFor('core/tables/place'), 'core/place');
  t.equal(testFor('cli/ctl/claim'), 'cli/ctl');
  t.equal(testFor('sandbox/scenery/words'), 'sandbox/audio');
  t.equal(testFor('codes'), 'control/described-errors');
  t.same(
    sources.filter(path => testFor(path) === null && !holdsTypesAlone(path)),
    [],
  );
});
