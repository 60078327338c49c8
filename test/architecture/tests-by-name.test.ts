import { existsSync, readFileSync } from 'node:fs';
import { transform } from 'esbuild';
import t from 'tap';
import { covers, ELSEWHERE, foundByName, ROOT, sources, testFor, tests } from './test-for.js';

/** Whether nothing is left of a file once its types are taken out. */
async function holdsTypesAlone(path: string): Promise<boolean> {
  const loader = existsSync(`${ROOT}src/${path}.ts`) ? 'ts' : 'tsx';
  const { code } = await transform(readFileSync(`${ROOT}src/${path}.${loader}`, 'utf8'), { loader });
  return /^(import [^;]*;|\s)*$/.test(code);
}

const unfound = sources.filter(path => foundByName(path) === null);
const areTypes = await Promise.all(unfound.map(holdsTypesAlone));
const nameless = unfound.filter((_, at) => areTypes[at] === false);
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
  t.equal(testFor('contract/codes'), 'control/described-errors');
  t.same(
    nameless.filter(path => testFor(path) === null),
    [],
  );
});
