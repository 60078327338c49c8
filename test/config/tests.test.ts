import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import t from 'tap';

// What runs the tests is plain JavaScript beside the compiled tree.
const load = async <T>(path: string): Promise<T> =>
  (await import(new URL(`../../../config/setup/${path}`, import.meta.url).href)) as T;

interface Run {
  readonly name: string;
  readonly files: readonly string[];
}
const { findTests } = await load<{
  findTests: (names: readonly string[], places: { root: string; cwd: string; extent?: string }) => Run[];
}>('test-files.mjs');
const { LEFT_OUT, LONGER, NEEDS } = await load<
  Record<'LEFT_OUT' | 'LONGER', readonly string[]> & { readonly NEEDS: Readonly<Record<string, string>> }
>('left-out.mjs');
const { countJobs, runTests, toTestEnvironment } = await load<{
  countJobs: (wish: string | undefined, machine: { processors: number; freeBytes: number }) => number;
  runTests: (wish: {
    root: string;
    args: string[];
    cwd?: string;
    print: (line: string) => void;
  }) => Promise<number>;
  toTestEnvironment: (
    environment: NodeJS.ProcessEnv,
    root: string,
    pace: { slowness: number; times: number },
  ) => NodeJS.ProcessEnv;
}>('tests.mjs');
const { measureSlowness } = await load<{ measureSlowness: (start: () => number) => number }>('slowness.mjs');

const TAP = pathToFileURL(fileURLToPath(import.meta.resolve('tap'))).href;
/** What the group's loader finds as tap. */
const LOCAL_TAP = {
  'package.json': '{"name":"tap","type":"module","main":"tap.js"}',
  'tap.js': `export * from '${TAP}'; export { default } from '${TAP}';`,
};
/** Without the name of its source map, which stays behind: Node 20.19.2 throws when it looks for a map that is missing. */
const TOGETHER = readFileSync(new URL('../rigs/together.js', import.meta.url), 'utf8').replace(
  /^\/\/# sourceMappingURL=.*$/m,
  '',
);
const GOOD = `import t from '${TAP}'; t.ok(1, 'one'); t.test('needy', { skip: 'needs root' }, () => {});`;

t.test('A name finds the tests of a file, of a folder, or of what was compiled', async t => {
  const tests = {
    agent: { 'a.test.js': '', 'rig.js': '' },
    core: { 'one.test.js': '', 'two.test.js': '' },
    'log.test.js': '',
  };
  const root = t.testdir({ dist: { test: tests }, test: {} });
  const places = { root, cwd: join(root, 'test') };
  const alone = (name: string) => ({
    name: `dist/test/${name}.test.js`,
    files: [`dist/test/${name}.test.js`],
  });
  const core = {
    name: 'dist/test/core',
    files: ['dist/test/core/one.test.js', 'dist/test/core/two.test.js'],
  };
  t.same(findTests([], places), [alone('agent/a'), core, alone('log')]);
  t.same(findTests(['log.test.ts'], places), [alone('log')]);
  t.same(findTests(['core/', 'core/one.test.ts', 'log.test.ts'], places), [core, alone('log')], 'each once');
  t.same(findTests(['core/one.test.ts'], places), [alone('core/one')]);
  t.same(findTests([join(root, 'dist/test/log.test.js')], places), [alone('log')]);
  t.throws(() => findTests(['--bail'], places), { message: /^usage: npm test/ });
  t.throws(() => findTests(['lgo.test.ts'], places), { message: 'There is no test at lgo.test.ts.' });
  t.throws(() => findTests(['agnet'], places), { message: 'There is no test at agnet.' });
});

t.test('Every test runs every day, or is left out by name', async t => {
  const root = fileURLToPath(new URL('../../../', import.meta.url));
  const toFiles = (extent: string) =>
    findTests([], { root, cwd: root, extent }).flatMap(({ files }) => files);
  const [everyDay, all, rest] = ['everyDay', 'all', 'rest'].map(toFiles) as [string[], string[], string[]];
  const toPaths = (names: readonly string[]) => names.map(name => `dist/test/${name}.test.js`);
  const leftOut = LEFT_OUT.filter(name => existsSync(NEEDS[name] ?? '/'));
  t.same(all.filter(file => !everyDay.includes(file)).sort(), toPaths(leftOut).sort());
  t.same([...rest].sort(), toPaths([...leftOut, ...LONGER]).sort());
});

t.test('a setting of the person does not reach the tests', async t => {
  t.same(toTestEnvironment({ PATH: '/bin', TONEARM_HTTP_PORT: '1' }, '/sources', { slowness: 2, times: 3 }), {
    PATH: '/bin',
    DPKG_DEB_COMPRESSOR_LEVEL: '0',
    TAP_TIMEOUT: '1440',
    TEST_PROGRAM: '/sources/dist/program/main.js',
    TEST_SLOWNESS: '2',
  });
});

t.test('Two files run on each processor, and no more than there is memory for', async t => {
  const large = { processors: 2, freeBytes: 8e9 };
  t.equal(countJobs('', large), 4);
  t.equal(countJobs('1', large), 1, 'as its user wishes');
  t.equal(countJobs('99', large), 4);
  t.equal(countJobs('some', large), 4);
  t.equal(countJobs('', { processors: 4, freeBytes: 1e9 }), 3);
  t.equal(countJobs('', { processors: 4, freeBytes: 0 }), 1);
});

t.test('A run tells the end of each file, every skip with its reason, and last the count', async t => {
  const files = {
    'good.test.js': GOOD,
    'bad.test.js': `import t from '${TAP}'; t.test('deep', t => { t.comment('as is'); t.fail('no'); t.end(); });`,
    'crash.test.js': `${GOOD} process.exit(3);`,
    'empty.test.js': '',
    'leaves.test.js': `import { spawn } from 'node:child_process';
      spawn('sleep', ['20'], { stdio: 'inherit', detached: true }).unref(); ${GOOD}`,
    core: { 'one.test.js': GOOD, 'two.test.js': GOOD },
    rigs: { 'together.js': TOGETHER },
    'package.json': '{"type":"module"}',
  };
  const root = t.testdir({ dist: { test: files, node_modules: { tap: LOCAL_TAP } } });
  const lines: string[] = [];
  t.equal(await runTests({ root, args: [], cwd: root, print: line => lines.push(line) }), 1);
  const text = lines.join('\n');
  t.match(
    text,
    /^ok {5}dist\/test\/good\.test\.js: 1 passed, 1 skipped \(\d+\.\d s\)\n {7}skipped: needy: needs root$/m,
  );
  t.match(text, /^ok {5}dist\/test\/core: 2 passed, 2 skipped /m);
  t.match(text, /^ok {5}dist\/test\/leaves\.test\.js: /m, 'what it left behind is not waited for');
  t.match(text, /^NOT OK dist\/test\/bad\.test\.js: 1 failed/m);
  t.match(text, /\nfailed in dist\/test\/bad\.test\.js > deep: no\n {2}at: [^]*\n# as is\n/);
  t.match(text, /\nfailed in dist\/test\/crash\.test\.js\n {2}it ended with 3\n/);
  t.match(text, /\nfailed in dist\/test\/empty\.test\.js\n {2}it ended with 0\n/);
  t.equal(lines.at(-1), '5 passed, 3 failed, 5 skipped');
});

t.test('A file that fails runs once more, alone, and is named unsteady if it passes then', async t => {
  const fails = (times: number) => `
    import { appendFileSync, readFileSync } from 'node:fs';
    import t from '${TAP}';
    appendFileSync(new URL(import.meta.url).pathname + '.runs', 'x');
    const runs = readFileSync(new URL(import.meta.url).pathname + '.runs').length;
    t.ok(runs > ${times}, 'in time');`;
  const runOf = async (tests: Record<string, string | Record<string, string>>) => {
    const lines: string[] = [];
    const test = { ...tests, 'package.json': '{"type":"module"}' };
    const root = t.testdir({ dist: { test, node_modules: { tap: LOCAL_TAP } } });
    const code = await runTests({ root, args: [], cwd: root, print: line => lines.push(line) });
    return { code, lines, text: lines.join('\n') };
  };
  const one = await runOf({ 'good.test.js': GOOD, 'once.test.js': fails(1) });
  t.equal(one.code, 0);
  t.equal(one.lines.at(-1), '2 passed, 0 failed, 1 skipped', 'each result counts once');
  t.match(
    one.text,
    /\nagain {2}dist\/test\/once[^]*\nok {5}dist\/test\/once[^]*\nunsteady: dist\/test\/once[^]*failed in dist\/test\/once.*: in time/,
  );
  const folder = await runOf({
    core: { 'once.test.js': fails(1), 'good.test.js': GOOD },
    rigs: { 'together.js': TOGETHER },
  });
  t.equal(folder.lines.at(-1), '2 passed, 0 failed, 1 skipped', 'of a folder, only the file that failed');
  t.match(folder.text, /\nagain {2}dist\/test\/core[^]*\nok {5}dist\/test\/core: 1 passed \(/);
  const twice = await runOf({ 'twice.test.js': fails(2), 'once.test.js': fails(1) });
  t.equal(twice.code, 1);
  t.equal(twice.lines.at(-1), '1 passed, 1 failed');
  t.match(twice.text, /\nfailed in dist\/test\/twice[^]*\nunsteady: dist\/test\/once/);
  const many = Object.fromEntries(['a', 'b', 'c', 'd'].map(name => [`${name}.test.js`, fails(1)]));
  const all = await runOf(many);
  t.equal(all.code, 1);
  t.equal(all.lines.at(-1), '4 passed, 4 failed', 'four unsteady files are no accident');
  t.equal(all.text.match(/^unsteady: /gm)?.length, 4);
});

t.test('a machine is slow by how long it takes to start Node', async t => {
  const of = (...times: number[]) => measureSlowness(() => times.shift() ?? 0);
  t.equal(of(900, 50, 50, 50, 50, 50), 1, 'the first start, of what was not read yet, is not counted');
  t.equal(of(0, 50, 900, 60, 50, 900), 1, 'nor a single one');
  t.equal(of(0, 240, 240, 240, 360, 240), 2);
  t.equal(of(0, 1e9, 1e9, 1e9, 1e9, 1e9), 10);
});
