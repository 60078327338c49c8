// Compiles the program's validation schemas for its bundle: loading and running the compiler takes longer than
// everything else before the sound starts. It reads the sources directly, so nothing needs to be compiled before.
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Ajv } from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';
import { build } from 'esbuild';

const standaloneCode = standalone.default;
/** As deep as the program's own folder, relative to which it looks for its files. */
const FOLDER = 'dist/schemas-';

/** An esbuild plugin that replaces the schema compilers by the compiled schemas. */
export const schemas = {
  name: 'schemas',
  setup({ initialOptions, onLoad }) {
    const root = initialOptions.absWorkingDir;
    const replace = (filter, write) =>
      onLoad({ filter }, async () => ({
        contents: await write(root),
        loader: 'js',
        resolveDir: 'src/config',
      }));
    replace(/\/src\/config\/validation\.ts$/, toValidation);
    replace(/\/src\/control\/api\/params-check\.ts$/, toParamsChecks);
  },
};

/** Returns the compiled replacement of `src/config/validation.ts`. */
async function toValidation(root) {
  const { SCHEMA } = await load(root, 'src/config/schema.ts');
  const ajv = new Ajv({ allErrors: true, useDefaults: true, code: { source: true, esm: true } });
  ajv.addSchema(SCHEMA, 'settings');
  return `${standaloneCode(ajv, { check: 'settings' })}
export function validate(given) {
  const texts = { ...given };
  if (check(texts)) return texts;
  throw Object.assign(new Error('a setting is missing'), { errors: check.errors });
}
`;
}

/** Returns the compiled replacement of `src/control/api/params-check.ts`. */
async function toParamsChecks(root) {
  const { createParamsCompiler } = await load(root, 'src/control/api/params-compiler.ts');
  const { createMethods } = await load(root, 'src/control/api/methods.ts');
  const ajv = createParamsCompiler({ source: true });
  // Methods may share a schema, which must be compiled and declared once.
  const checks = new Map();
  const entries = [...createMethods({}).values()].map(({ name, params }) => {
    const check = checks.get(JSON.stringify(params)) ?? `check${checks.size}`;
    if (!checks.has(JSON.stringify(params))) ajv.addSchema(JSON.parse(JSON.stringify(params)), check);
    checks.set(JSON.stringify(params), check);
    return `${JSON.stringify(name)}: ${check}`;
  });
  const names = Object.fromEntries([...checks.values()].map(check => [check, check]));
  return `${standaloneCode(ajv, names)}
const CHECKS = { ${entries.join(', ')} };
export const createParamsChecks = () => method => CHECKS[method];
`;
}

/** Loads a module of the sources. */
async function load(root, entry) {
  const folder = mkdtempSync(join(root, FOLDER));
  const outfile = join(folder, 'module.mjs');
  try {
    await build({
      absWorkingDir: root,
      entryPoints: [entry],
      outfile,
      bundle: true,
      packages: 'external',
      format: 'esm',
      platform: 'node',
      logLevel: 'error',
    });
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
