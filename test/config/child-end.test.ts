import { spawnSync } from 'node:child_process';
import t from 'tap';
import { createCgroup, whyNoCgroup } from '../rigs/cgroup.js';

// What sets a machine up is plain JavaScript beside the compiled tree.
const CONFIG = new URL('../../../config/', import.meta.url);
const load = async <T>(path: string): Promise<T> => (await import(new URL(path, CONFIG).href)) as T;
const { tellKilled, toCause } = await load<{
  toCause: (ended: { status: number | null; signal: string | null; said?: string }) => string | null;
  tellKilled: (what: string, cause: string, ownArch: string | null) => string;
}>('setup/child-end.mjs');

t.test('The cause of a child’s end names its signal and likely memory shortage', async t => {
  t.equal(toCause({ status: 0, signal: null }), null);
  t.equal(toCause({ status: 1, signal: null }), null);
  t.match(toCause({ status: null, signal: 'SIGKILL' }), /SIGKILL.* memory.*dmesg/);
  t.match(toCause({ status: 137, signal: null }), /SIGKILL/, 'handed on by a shell');
  t.match(toCause({ status: null, signal: 'SIGABRT' }), /SIGABRT.* memory/, "V8's heap is full");
  t.match(
    toCause({ status: 1, signal: null, said: 'g++: fatal error: Killed signal terminated program cc1plus' }),
    /SIGKILL.* memory/,
  );
  for (const signal of ['SIGSEGV', 'SIGTERM']) t.match(toCause({ status: null, signal }), new RegExp(signal));
  t.notMatch(toCause({ status: null, signal: 'SIGTERM' }), /memory/);
});

t.test('The message about a killed child says what to do', async t => {
  const cause = toCause({ status: null, signal: 'SIGKILL' }) ?? '';
  const told = tellKilled('npm ci', cause, 'armhf');
  t.match(told, /^npm ci was killed \(SIGKILL\), .*\n.*\d+ MiB.* swap/);
  t.match(told, /on a bigger .*npm run package -- --arch armhf.*copy the file/);
  t.notMatch(tellKilled('npm ci', 'was stopped by somebody (SIGTERM)', 'armhf'), /MiB|package/);
});

/** What a set-up says where this stands in place of the build, or of npm. */
function setUp(words: readonly string[], root: string, script: string) {
  const [command, ...rest] = [...words, process.execPath];
  const program = `
    const { build } = await import('${new URL('setup/build-state.mjs', CONFIG).href}');
    const { installNpmPackages } = await import('${new URL('setup/npm-packages.mjs', CONFIG).href}');
    try { ${script} } catch (error) { console.error(error.message); process.exit(error.exitCode ?? 70); }`;
  const env = { PATH: process.env['PATH'], npm_execpath: `${root}/config/npm.cjs` };
  return spawnSync(command, [...rest, '--input-type=module', '-e', program], {
    cwd: root,
    encoding: 'utf8',
    env,
  });
}
const BUILD = 'build(process.cwd())';
const INSTALL = 'installNpmPackages(process.cwd())';
const TREE = (script: string) => ({
  config: { 'build.mjs': script, 'npm.cjs': script },
  'package-lock.json': '{}',
});

t.test('a build, and npm, that are killed', async t => {
  const root = t.testdir(TREE('process.kill(process.pid, "SIGKILL");'));
  t.match(setUp([], root, BUILD), {
    status: 1,
    stderr: /^The build was killed \(SIGKILL\), .*memory[^]*npm run package/,
  });
  t.match(setUp([], root, INSTALL), { status: 1, stderr: /^npm ci was killed \(SIGKILL\), .*memory/ });
  t.notMatch(setUp([], root, INSTALL).stdout, /once more/, 'it would end the same way');
});

t.test('The kernel kills a child that exceeds its memory', { skip: whyNoCgroup() }, async t => {
  const group = createCgroup({ memoryMiB: 256 });
  const root = t.testdir(TREE('const all = []; for (;;) all.push(Buffer.alloc(64e6, 1));'));
  const { status, stderr } = setUp(group.words, root, BUILD);
  t.equal(status, 1, stderr);
  t.match(stderr, /^The build was killed \(SIGKILL\), most likely for want of memory.*\n/);
  t.match(stderr, /There are 256 MiB of memory, by the limit that this runs under/);
  t.equal(group.oomKills(), 1);
  await group.remove();
});
