// `npm run check:change`: checks a small change before it is sent. On the changed files (uncommitted ones, else those
// of the last commit) it formats, compiles, renews the generated documents, lints, and runs the tests named after the
// files. `npm run check` covers everything else that the change may affect.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.mjs';
import { runTests } from './setup/tests.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = name => `${root}node_modules/.bin/${name}`;
/** Tests for every change: the location of files, and generated pages that are out of date. */
const ALWAYS = [
  'architecture/architecture',
  'architecture/tests-by-name',
  'config/documents',
  'package/blocks',
];
/** Folders whose tests all run, because a file rarely stands alone there; these tests are quick. */
const WHOLE = [
  [/^src\/core\//, ['test/core', 'test/flight/records.test.ts', 'test/engine/whole.test.ts']],
  [/^src\/cli\/doctor\//, ['test/cli/doctor']],
  [/^src\/remote\/(?:browser|assets)\//, ['test/remote/remote.test.ts', 'test/remote/pages.test.ts']],
];
/** The generated documents and their generators. */
const DOCUMENTS = [
  ['docs/states.md', 'states.mjs'],
  ['docs/control-api.md', 'control-api.mjs'],
  ['config/tonearm.env.example', 'documents.mjs'],
];

function git(...args) {
  const { stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return stdout.split('\n').filter(path => path !== '' && existsSync(root + path));
}

function findChanged() {
  const open = [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')];
  return open.length > 0 ? open : git('diff', '--name-only', 'HEAD~1');
}

/**
 * Runs a program. Resolves with its output and exit code, so that output of programs that run beside the tests is
 * printed after them.
 */
function run(program, args) {
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', text => (said += text));
  return new Promise(resolve =>
    child.once('close', (code, signal) => {
      if (signal !== null) said += `${basename(program)} was ended by ${signal}`;
      resolve({ code, said });
    }),
  );
}

async function must(program, args) {
  const { code, said } = await run(program, args);
  if (code === 0) return;
  console.log(said);
  process.exit(1);
}

async function build(changed) {
  const isWhole =
    // The last result of a whole build; the demo's build has only bundles.
    !existsSync(`${root}dist/node_modules/tap/package.json`) ||
    changed.some(path => path.startsWith('src/remote/'));
  await (isWhole ? must(process.execPath, ['config/build.mjs']) : must(bin('tsc'), ['-p', '.']));
  // The tests start the installed program: without this they would test the old bundle.
  if (!isWhole) await bundle(root);
  for (const [document, program] of DOCUMENTS) {
    const before = readFileSync(root + document, 'utf8');
    await must(process.execPath, [`config/${program}`]);
    if (readFileSync(root + document, 'utf8') !== before) console.log(`${document} was written anew`);
  }
}

async function findTests(changed) {
  const { testFor } = await import(`${root}dist/test/architecture/test-for.js`);
  const named = changed.flatMap(path => /^src\/(.*)\.tsx?$/.exec(path)?.[1] ?? []).map(testFor);
  const whole = WHOLE.filter(([folder]) => changed.some(path => folder.test(path))).flatMap(
    ([, tests]) => tests,
  );
  const own = changed.filter(path => /^test\/.*\.test\.ts$/.test(path));
  const files = [...ALWAYS, ...named.filter(test => test !== null)].map(test => `test/${test}.test.ts`);
  return [...new Set([...files, ...own, ...whole])].filter(
    (file, _, all) => !all.some(folder => file.startsWith(`${folder}/`)),
  );
}

const changed = findChanged();
if (changed.length === 0) {
  console.log(
    'Nothing has changed, and the last commit has none before it here: there is nothing to look at.',
  );
  process.exit(1);
}
const code = changed.filter(path => /\.(tsx?|mjs|cjs)$/.test(path));
const formatted = changed.filter(path => /\.(tsx?|mjs|cjs|json|css)$/.test(path));
if (formatted.length > 0)
  await must(bin('biome'), [
    'format',
    '--write',
    '--files-ignore-unknown=true',
    '--no-errors-on-unmatched',
    ...formatted,
  ]);
await build(changed);
const checks = (async () => {
  const results = [];
  if (code.length > 0) results.push(await run(bin('eslint'), ['--no-warn-ignored', ...code]));
  for (const script of ['architecture', 'dead-code', 'supply'])
    results.push(await run('npm', ['run', '-s', script]));
  return results;
})();
const failures = await runTests({ root, args: await findTests(changed) });
const bad = (await checks).filter(({ code }) => code !== 0);
for (const { said } of bad) console.log(said);
console.log(
  bad.length === 0 && failures === 0
    ? 'This change is good, as far as its own tests go.'
    : 'Not good yet: see above.',
);
process.exitCode = bad.length === 0 && failures === 0 ? 0 : 1;
