import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t, { type Test } from 'tap';

const LOADER = fileURLToPath(new URL('../../../config/bundle/loader.cjs', import.meta.url));
const FIRST = 'const { b } = require("./b.js"); exports.a = 1; console.log(`a ${b()} “${__filename}”`);';

/** A program of two files that need each other. */
function createProgram(t: Test) {
  const folder = t.testdir({
    'main.js': 'throw new Error("is loaded by Node itself")',
    'a.js': FIRST,
    'b.js':
      'const a = require("./a.js"); exports.b = () => `${a.a}${a === require("./a.js")} ${require("node:path").sep}`;',
    'later.js': 'exports.fail = () => { throw new Error("x"); };',
    'broken.js': 'require("nowhere")',
    'remote.txt': 'no program',
  });
  const run = (then: string, isCompiling = false, nodeWords: readonly string[] = []) => {
    const made = `require(${JSON.stringify(LOADER)}).createLoader(${JSON.stringify(folder)}, require, ${isCompiling})`;
    const words = [...nodeWords, '-e', `const load = ${made}; load('./a.js'); ${then}`];
    const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
    return { status, stdout, stderr };
  };
  return { folder, run, compiled: join(folder, 'compiled') };
}

const said = (folder: string, a = '1true /') => ({ status: 0, stdout: `a ${a} “${join(folder, 'a.js')}”\n` });

t.test('each file is loaded once, even in a circle; all else by Node', async t => {
  const { folder, run } = createProgram(t);
  t.match(run(''), said(folder));
  t.match(run('load("./a.js")'), said(folder));
  t.match(run('try { load("./missing.js") } catch {} load("./missing.js")'), {
    status: 1,
    stderr: /ENOENT.*missing\.js/,
  });
  t.match(run('load("nowhere")'), { status: 1, stderr: /Cannot find module 'nowhere'/ });
  t.match(run('try { load("./broken.js") } catch {} load("./broken.js")'), {
    status: 1,
    stderr: /'nowhere'/,
  });
  t.match(run('load("./later.js").fail()'), { status: 1, stderr: /later\.js:1:30\)?$/m }, 'where it failed');
  t.notOk(existsSync(join(folder, 'compiled')), 'nothing is written');
});

t.test('The loader runs compiled code only where it fits its source', async t => {
  const { folder, run, compiled } = createProgram(t);
  t.match(run('', true), said(folder));
  for (const name of ['a.js', 'b.js', 'broken.js', 'later.js'])
    t.ok(readFileSync(compiled, 'latin1').includes(`"${name}"`), name);
  t.match(run(''), said(folder));
  // As long as before, which is all that V8 compares: the bundle's names change with the content.
  writeFileSync(join(folder, 'a.js'), FIRST.replace('exports.a = 1', 'exports.a = 2'));
  t.match(run(''), said(folder, '1true /'), 'the compiled code ran');
  t.match(run('', false, ['--jitless']), said(folder, '2true /'), 'of a V8 with other options it does not');
  const kept = readFileSync(compiled);
  const flip = (at: number) => {
    const bytes = Buffer.from(kept);
    bytes.writeUInt8(bytes.readUInt8(at) ^ 0xff, at);
    return bytes;
  };
  // A digest, the length of a list, the list, and the code of each file.
  const first = 24 + kept.readUInt32LE(20);
  const places = JSON.parse(kept.toString('utf8', 24, first)) as [string, [number, number, string]][];
  const [at = 0, size = 0] = places.find(([name]) => name === 'a.js')?.[1] ?? [];
  const flipped = [0, 20, 23, 30, 60, first + at, first + at + 400, first + at + size - 9].map(flip);
  const cut = kept.subarray(0, first + at + size / 2);
  // Handed to V8, most of these would crash it.
  for (const broken of [
    Buffer.alloc(0),
    Buffer.from('no code'),
    Buffer.alloc(kept.length),
    cut,
    ...flipped,
  ]) {
    writeFileSync(compiled, broken);
    t.match(run(''), said(folder, '2true /'), `${broken.length} bytes`);
  }
  writeFileSync(compiled, flip(first + at + size + 400));
  t.match(run(''), said(folder, '1true /'), 'the code of another file is broken');
  t.match(run('', true), said(folder, '2true /'), 'compiled again');
  t.match(run('load("./later.js").fail()'), { status: 1, stderr: /later\.js:1:30\)?$/m }, 'where it failed');
});

t.test('a run that fails leaves what was compiled before', async t => {
  const { folder, run, compiled } = createProgram(t);
  t.match(run('', true), { status: 0 });
  const before = readFileSync(compiled);
  writeFileSync(join(folder, 'compiled.new'), 'cut off');
  t.match(run('process.exit(1)', true), { status: 1 });
  t.ok(readFileSync(compiled).equals(before));
  t.match(run('', true), { status: 0 });
  t.notOk(existsSync(join(folder, 'compiled.new')), 'one that was cut off is cleared away');
  writeFileSync(join(folder, 'empty.js'), '(');
  const told = run('', true);
  t.match(told, { status: 1, stderr: /^tonearm: the compiled program cannot be written: .+\n$/ });
  t.ok(existsSync(compiled), 'what was compiled before is still there');
});
