import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';

interface Wish {
  readonly node: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

const root = fileURLToPath(new URL('../../../', import.meta.url));
const { findNode, findTestsOfEach, LEFT_OUT, runOnNodes } = (await import(
  new URL('../../../config/setup/nodes.mjs', import.meta.url).href
)) as {
  LEFT_OUT: readonly string[];
  findNode: (root: string, major: number, arch: string) => string;
  findTestsOfEach: (root: string) => string[];
  runOnNodes: (
    root: string,
    parts: { run: (wish: Wish) => Promise<number>; tests: readonly string[] },
  ) => Promise<number>;
};
const TESTS = ['dist/test/log.test.js'];

/** As npm leaves it, once it has finished. */
const INSTALLED = {
  'package-lock.json': '{}',
  node_modules: {
    '.package-lock.json': '{}',
    [`node-22-${process.arch}`]: { bin: { node: '' } },
    [`node-24-${process.arch}`]: { bin: { node: '' } },
  },
};

t.test('Each test for every Node exists', async t => {
  const files = findTestsOfEach(root);
  for (const name of ['agent/tls', 'control/transport/tls/door', 'core/place'])
    t.ok(files.includes(`dist/test/${name}.test.js`));
  t.ok(files.length > 100);
  for (const file of LEFT_OUT) t.ok(existsSync(join(root, file)) && !files.includes(file), file);
});

t.test('each in turn, for whatever a test starts, until something fails', async t => {
  const folder = t.testdir({ config: { nodes: INSTALLED } });
  const path = (major: number) => findNode(folder, major, process.arch);
  const runOn = async (exitCodes: readonly number[]) => {
    const wishes: Wish[] = [];
    const exitCode = await runOnNodes(folder, {
      tests: TESTS,
      run: wish => Promise.resolve(exitCodes[wishes.push(wish) - 1] ?? 0),
    });
    return { exitCode, wishes };
  };
  const good = await runOn([0, 0]);
  t.equal(good.exitCode, 0);
  t.same(
    good.wishes.map(({ node }) => node),
    [path(22), path(24)],
  );
  for (const { node, args, env } of good.wishes) {
    t.equal(args, TESTS);
    t.equal(env['PATH']?.split(':')[0], join(node, '..'));
  }
  const bad = await runOn([1]);
  t.equal(bad.exitCode, 1);
  t.equal(bad.wishes.length, 1);
});

t.test('one that npm left out is told of, not passed over', async t => {
  const folder = t.testdir({ config: { nodes: INSTALLED } });
  t.throws(() => findNode(folder, 22, 'riscv64'), { exitCode: 69, message: /no Node 22 .* riscv64/ });
});

t.test('the lockfile has each of them exactly, for both kinds of machine', async t => {
  const { optionalDependencies } = JSON.parse(
    readFileSync(join(root, 'config/nodes/package.json'), 'utf8'),
  ) as { optionalDependencies: Readonly<Record<string, string>> };
  const { packages } = JSON.parse(readFileSync(join(root, 'config/nodes/package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, { readonly version?: string }>>;
  };
  for (const major of [22, 24])
    for (const arch of ['arm64', 'x64']) {
      const name = `node-${major}-${arch}`;
      const version = packages[`node_modules/${name}`]?.version ?? 'none';
      t.match(version, new RegExp(`^${major}\\.\\d+\\.\\d+$`), name);
      t.equal(optionalDependencies[name], `npm:node-linux-${arch}@${version}`);
    }
});
