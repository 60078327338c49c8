import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import fc from 'fast-check';
import t from 'tap';
import * as check from '../../src/config/check.js';
import { toExample, VARIABLE_NAMES } from '../../src/config/variables.js';
import { createMethods, type MethodsOptions } from '../../src/control/api/methods.js';
import * as parser from '../../src/control/api/params-parser.js';
import type { RpcError } from '../../src/control/rpc-error.js';
import { removeFolder } from '../fakes/machine/remove-folder.js';

// What is installed checks by compiled schemas: it must say word for word what the schemas say that are compiled here.

const root = fileURLToPath(new URL('../../../', import.meta.url));
const { schemas } = (await import(new URL('../../../config/schemas.mjs', import.meta.url).href)) as {
  schemas: Plugin;
};
const folder = mkdtempSync(join(root, 'dist/compiled-'));
t.teardown(() => removeFolder(folder));
await build({
  absWorkingDir: root,
  entryPoints: ['src/config/check.ts', 'src/control/api/params-parser.ts'],
  outdir: folder,
  bundle: true,
  format: 'esm',
  platform: 'node',
  packages: 'external',
  plugins: [schemas],
  banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
});
const load = (path: string): Promise<unknown> => import(pathToFileURL(join(folder, path)).href);
const compiledCheck = (await load('config/check.js')) as typeof check;
const compiledParser = (await load('control/api/params-parser.js')) as typeof parser;

t.test('the settings', async t => {
  const examples = Object.fromEntries(
    VARIABLE_NAMES.map(name => [name, toExample(name).slice(name.length + 1)]),
  );
  const text = fc.oneof(
    fc.constantFrom('', '0', '-1', '1e3', 'on', 'off', 'auto', 'http://a', 'a b', '/a', 'a\n'),
    fc.string(),
  );
  const given = fc.dictionary(fc.constantFrom(...VARIABLE_NAMES), text);
  const same = (values: check.GivenVariables): void => {
    t.strictSame(compiledCheck.checkValues(values), check.checkValues(values));
  };
  same({});
  same(examples);
  t.same(compiledCheck.checkValues(examples).problems, []);
  fc.assert(
    fc.property(given, fc.boolean(), (odd, whole) => same(whole ? { ...examples, ...odd } : odd)),
    { numRuns: 200 },
  );
});

t.test('the params of every method', async t => {
  const methods = [...createMethods({} as MethodsOptions).values()];
  t.ok(methods.length > 20);
  const outcome = ({ toParamsParser }: typeof parser, method: (typeof methods)[number], params: unknown) => {
    try {
      return {
        params: toParamsParser<unknown>(method.name, method.params)(structuredClone(params)),
      };
    } catch (error) {
      // Each has a class of its own.
      return { error: (error as RpcError).answer };
    }
  };
  let refused = 0;
  for (const method of methods) {
    const names = Object.keys(method.params.properties ?? {});
    const same = (params: unknown): void => {
      const compiled = outcome(compiledParser, method, params);
      if ('error' in compiled) refused += 1;
      t.strictSame(compiled, outcome(parser, method, params), `${method.name} ${JSON.stringify(params)}`);
    };
    for (const { params } of method.examples) same(params);
    for (const params of [undefined, null, [], '', 1, {}]) same(params);
    const odd = fc.dictionary(fc.constantFrom('other', ...names), fc.jsonValue({ maxDepth: 1 }), {
      maxKeys: 3,
    });
    const [example = {}] = method.examples.map(({ params }) => params as object);
    fc.assert(
      fc.property(odd, fc.boolean(), (more, whole) => same(whole ? { ...example, ...more } : more)),
      { numRuns: 30 },
    );
  }
  t.ok(refused > methods.length, `${refused} refused`);
});
