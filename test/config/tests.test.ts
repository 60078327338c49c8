import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import t from 'tap';

// What runs the tests is plain JavaScript beside the compiled tree.
const load = async <T>(path: string): Promise<T> =>
  (await import(new URL(`../../../config/setup/${path}`, import.meta.url).href)) as T;

const { countMost, findTests, FIRST, runAll } = await load<{
  FIRST: readonly string[];
  countMost: (wish: string | undefined, machine: { processors: number; freeBytes: number }) => number;
  findTests: (names: readonly string[], places: { root: string; cwd: string }) => string[];
  runAll: (
    files: readonly string[],
    runOne: (file: string) => Promise<void>,
    machine: object,
  ) => Promise<void>;
}>('test-files.mjs');
const { toTestEnvironment, runTests } = await load<{
  toTestEnvironment: (environment: NodeJS.ProcessEnv, root: string, slowness: number) => NodeJS.ProcessEnv;
  runTests: (wish: {
    root: string;
    args: string[];
    cwd?: string;
    print: (line: string) => void;
  }) => Promise<number>;
}>('tests.mjs');
const { runFile } = await load<{
  runFile: (
    file: string,
    options: { root: string; env: object; onNoise: (line: string) => void; stuckMs: number },
  ) => Promise<string[]>;
}>('test-process.mjs');
const { measureSlowness } = await load<{ measureSlowness: (start: () => number) => number }>('slowness.mjs');
const { tellSkipped } = await load<{
  tellSkipped: (skips: readonly { file: string; reason: string }[]) => string[];
}>('test-skips.mjs');

const TAP = pathToFileURL(fileURLToPath(import.meta.resolve('tap'))).href;
const GOOD = `import t from '${TAP}'; t.ok(1, 'one'); t.test('needy', { skip: 'needs root' }, () => {});`;

t.test(
  'tests are named by their source, their folder, or what was compiled; the longest come first',
  async t => {
    const tests = { agent: { 'a.test.js': '', 'audio-host.test.js': '', 'rig.js': '' }, 'log.test.js': '' };
    const root = t.testdir({ dist: { test: tests }, test: {} });
    const places = { root, cwd: join(root, 'test') };
    const [long, short, log] = ['agent/audio-host', 'agent/a', 'log'].map(
      name => `dist/test/${name}.test.js`,
    );
    t.same(findTests([], places), [long, short, log]);
    t.same(findTests(['log.test.ts'], places), [log]);
    t.same(findTests(['agent'], places), [long, short]);
    t.same(findTests(['agent/', 'agent/a.test.ts', 'log.test.ts'], places), [long, short, log], 'each once');
    t.same(findTests([join(root, 'dist/test/log.test.js')], places), [log]);
    const compiled = fileURLToPath(new URL('..', import.meta.url));
    for (const name of FIRST)
      t.ok(existsSync(join(compiled, name.endsWith('/') ? name : `${name}.test.js`)), `${name} is there`);
    t.throws(() => findTests(['--bail'], places), { message: /^usage: npm test/ });
    t.throws(() => findTests(['lgo.test.ts'], places), { message: 'There is no test at lgo.test.ts.' });
    t.throws(() => findTests(['agnet'], places), { message: 'There is no test at agnet.' });
  },
);

t.test('a setting of the person does not reach the tests', async t => {
  t.same(toTestEnvironment({ PATH: '/bin', TONEARM_HTTP_PORT: '1' }, '/sources', 2), {
    PATH: '/bin',
    DPKG_DEB_COMPRESSOR_LEVEL: '0',
    TAP_TIMEOUT: '480',
    TEST_PROGRAM: '/sources/dist/program/main.js',
    TEST_SLOWNESS: '2',
  });
});

t.test('one on each processor, more where they are idle, and no more than there is memory for', async t => {
  const most = async (machine: { most: number; idle: number }) => {
    let running = 0;
    let seen = 0;
    let all = 0;
    await runAll(
      Array.from({ length: 20 }, (_, number) => `${number}`),
      async () => {
        seen = Math.max(seen, (running += 1));
        await new Promise(resolve => setTimeout(resolve, 60));
        running -= 1;
      },
      {
        most: machine.most,
        processors: 2,
        lookMs: 1,
        times: () => ({ all: (all += 100), idle: all * machine.idle }),
      },
    );
    return seen;
  };
  t.equal(await most({ most: 8, idle: 0.1 }), 2);
  t.equal(await most({ most: 1, idle: 0.9 }), 1);
  const large = { processors: 2, freeBytes: 8e9 };
  t.equal(countMost('', large), 8);
  t.equal(countMost('2', large), 2, 'as its user wishes');
  t.equal(countMost('99', large), 8);
  t.equal(countMost('some', large), 8);
  t.equal(countMost('', { processors: 4, freeBytes: 1e9 }), 3);
  t.equal(countMost('', { processors: 4, freeBytes: 0 }), 1);
  const many = await most({ most: 8, idle: 0.9 });
  t.ok(many > 2 && many <= 8, `${many}`);
});

t.test('a file is told of as it ended, whatever it did', async t => {
  const told = async (text: string, stuckMs = 60_000) => {
    const root = t.testdir({});
    writeFileSync(join(root, 'a.test.mjs'), text);
    const noise: string[] = [];
    const options = { root, env: process.env, onNoise: (line: string) => noise.push(line), stuckMs };
    const lines = await runFile('a.test.mjs', options);
    return { text: lines.join('\n'), noise };
  };
  const good = await told(`console.error('hark'); ${GOOD}`);
  t.match(good.text, /^# Subtest: a\.test\.mjs\n.*^ {4}ok 1 - one$.*^ok - a\.test\.mjs # time=\d+ms$/ms);
  t.same(good.noise, ['hark']);
  t.match((await told('')).text, /^not ok - a\.test\.mjs/m, 'nothing was tested');
  t.match((await told(`${GOOD} process.exit(3);`)).text, /^not ok - .*\n {2}---\n {2}exitCode: 3$/m);
  const stuck = await told('for (;;);', 500);
  t.match(stuck.text, /^not ok - .*\n {2}---\n {2}signal: SIGKILL$/m);
  const left = `import { spawn } from 'node:child_process';
    spawn('sleep', ['20'], { stdio: 'inherit', detached: true }).unref(); ${GOOD}`;
  t.match((await told(left)).text, /^ok - /m, 'what it left behind is not waited for');
});

t.test('a run tells of each file, what was skipped and how it is run, and last the count', async t => {
  const files = {
    'good.test.js': GOOD,
    'bad.test.js': `import t from '${TAP}'; t.test('deep', t => { t.fail('no'); t.comment('as is'); t.end(); });`,
    'crash.test.js': 'process.exit(3);',
    'package.json': '{"type":"module"}',
  };
  const root = t.testdir({ dist: { test: files } });
  const lines: string[] = [];
  t.equal(await runTests({ root, args: [], cwd: root, print: line => lines.push(line) }), 1);
  const text = lines.join('\n');
  t.match(
    text,
    /^ok {5}dist\/test\/good\.test\.js: 1 passed, 1 skipped \(\d+\.\d s\)\n {7}skipped: needy: needs root$/m,
  );
  t.match(text, /^NOT OK dist\/test\/bad\.test\.js: 1 failed/m);
  t.match(
    text,
    /\nfailed in dist\/test\/bad\.test\.js > deep\n {8}not ok 1 - no\n {10}---\n[^]*\n {10}\.\.\.\n {8}# as is\n[^]*\nskipped: 1/,
    'again at the end, with what it said besides',
  );
  t.match(
    text,
    /\nfailed in dist\/test\/crash\.test\.js\nnot ok - dist\/test\/crash\.test\.js .*\n {2}---\n {2}exitCode: 3\n/,
  );
  t.match(lines.at(-2), /^skipped: 1 that need root .* npm test -- test\/good\.test\.ts$/);
  t.equal(lines.at(-1), '1 passed, 2 failed, 1 skipped');
});

t.test('A file that fails runs once more, alone, and is named unsteady if it passes then', async t => {
  const fails = (times: number) => `
    import { appendFileSync, readFileSync } from 'node:fs';
    import t from '${TAP}';
    appendFileSync(new URL(import.meta.url).pathname + '.runs', 'x');
    const runs = readFileSync(new URL(import.meta.url).pathname + '.runs').length;
    t.ok(runs > ${times}, 'in time');`;
  const runOf = async (tests: Record<string, string>) => {
    const lines: string[] = [];
    const root = t.testdir({ dist: { test: { ...tests, 'package.json': '{"type":"module"}' } } });
    const code = await runTests({ root, args: [], cwd: root, print: line => lines.push(line) });
    return { code, lines, text: lines.join('\n') };
  };
  const one = await runOf({ 'good.test.js': GOOD, 'once.test.js': fails(1) });
  t.equal(one.code, 0);
  t.equal(one.lines.at(-1), '2 passed, 0 failed, 1 skipped', 'each result counts once');
  t.match(
    one.text,
    /\nagain {2}dist\/test\/once[^]*\nok {5}dist\/test\/once[^]*\nunsteady: dist\/test\/once[^]*not ok 1 - in time/,
  );
  const twice = await runOf({ 'twice.test.js': fails(2), 'once.test.js': fails(1) });
  t.equal(twice.code, 1);
  t.equal(twice.lines.at(-1), '1 passed, 1 failed');
  t.match(twice.text, /\nfailed in dist\/test\/twice[^]*\nunsteady: dist\/test\/once/);
  const many = Object.fromEntries(['a', 'b', 'c', 'd'].map(name => [`${name}.test.js`, fails(1)]));
  const all = await runOf(many);
  t.equal(all.code, 1);
  t.equal(all.lines.at(-1), '0 passed, 4 failed', 'four unsteady files are no accident');
  t.equal(all.text.match(/^unsteady: /gm)?.length, 4);
});

t.test('what was skipped is told by kinds', async t => {
  const rows = [
    { file: 'dist/test/a.test.js', reason: 'needs root' },
    { file: 'dist/test/a.test.js', reason: 'only root may add addresses' },
    { file: 'dist/test/b.test.js', reason: 'zsh is not installed' },
    { file: 'dist/test/b.test.js', reason: 'there is no Chromium on this machine' },
    { file: 'dist/test/c.test.js', reason: 'no namespaces can be made here' },
    { file: 'dist/test/c.test.js', reason: '' },
  ];
  const [root, programs, machine, ...more] = tellSkipped(rows);
  t.match(root, /^skipped: 2 that need root .*sudo .* -- test\/a\.test\.ts$/);
  t.match(
    programs,
    /^skipped: 2 for want of a program \(there is no Chromium on this machine; zsh is not installed\)/,
  );
  t.match(
    machine,
    /^skipped: 2 that this machine cannot run \(no namespaces .*; no reason given\), of test\/c\.test\.ts$/,
  );
  t.same(more, []);
  t.same(tellSkipped([]), []);
});

t.test('a machine is slow by how long it takes to start Node', async t => {
  const of = (...times: number[]) => measureSlowness(() => times.shift() ?? 0);
  t.equal(of(900, 50, 50, 50, 50, 50), 1, 'the first start, of what was not read yet, is not counted');
  t.equal(of(0, 50, 900, 60, 50, 900), 1, 'nor a single one');
  t.equal(of(0, 240, 240, 240, 360, 240), 2);
  t.equal(of(0, 1e9, 1e9, 1e9, 1e9, 1e9), 10);
});
