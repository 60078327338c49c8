import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import t from 'tap';
import { createSourcePlaces } from '../../src/lib/source-places.js';
import { removeFolder } from '../fakes/machine/remove-folder.js';

for (const format of ['esm', 'cjs'] as const)
  t.test(`places of a bundle are named by its sources: ${format}`, async t => {
    const folder = mkdtempSync(join(tmpdir(), 'tonearm-places-'));
    t.teardown(() => removeFolder(folder));
    writeFileSync(
      join(folder, 'thrower.ts'),
      "\n\nexport const fail = (): never => {\n  throw new Error('x');\n};\n",
    );
    writeFileSync(join(folder, 'main.ts'), "export { fail } from './thrower.js';\n");
    const options = { absWorkingDir: folder, bundle: true, minify: true, sourcemap: 'linked' } as const;
    await build({ ...options, entryPoints: ['main.ts'], outdir: 'dist/program', format });
    if (format === 'esm') writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    const url = pathToFileURL(join(folder, 'dist/program/main.js')).href;
    const { default: whole, ...parts } = (await import(url)) as Partial<Record<string, unknown>>;
    const { fail } = (whole ?? parts) as { fail: () => never };
    let stack = '';
    try {
      fail();
    } catch (error) {
      stack = error instanceof Error ? (error.stack ?? '') : '';
    }
    const toSourcePlaces = createSourcePlaces();
    for (let again = 0; again < 2; again += 1) t.match(toSourcePlaces(stack), /thrower\.ts:4:9\)?$/m);
    rmSync(join(folder, 'dist/program/main.js.map'));
    t.match(toSourcePlaces(stack), /thrower\.ts:4:9\)?$/m, 'what was found is kept');
    t.equal(createSourcePlaces()(stack), stack, 'where there is no map it stays as it was');
    writeFileSync(join(folder, 'dist/program/main.js.map'), '{"version":');
    t.equal(createSourcePlaces()(stack), stack);
  });

t.test('The converter leaves text that names no place unchanged', async t => {
  const toSourcePlaces = createSourcePlaces();
  for (const text of ['', 'at node:internal/x:1:2', 'file:///nowhere/a.js', 'file:///nowhere/a.js:1:2'])
    t.equal(toSourcePlaces(text), text);
});
