// Compiles the schemas that the program checks by, for its bundle: what compiles them takes longer to load and to do it than
// all else that comes before the sound. Loaded after the sources were compiled to dist/src.
import standalone from 'ajv/dist/standalone/index.js';

const standaloneCode = standalone.default;

/** The plugin of esbuild that puts the compiled schemas in the place of what compiles them. */
export const schemas = {
  name: 'schemas',
  setup({ onLoad }) {
    const replace = (filter, write) =>
      onLoad({ filter }, async () => ({ contents: await write(), loader: 'js', resolveDir: 'src/config' }));
    replace(/\/src\/config\/validation\.ts$/, toValidation);
    replace(/\/src\/control\/params-check\.ts$/, toParamsChecks);
  },
};

/** `src/config/validation.ts`, compiled. */
async function toValidation() {
  const { createCompiler, SCHEMA } = await import('../dist/src/config/schema.js');
  const ajv = createCompiler({ source: true });
  ajv.addSchema(SCHEMA, 'settings');
  return `import { readInto } from './meaning.js';
${standaloneCode(ajv, { check: 'settings' })}
export function validate(given) {
  const values = { ...given };
  if (check(values)) return values;
  throw Object.assign(new Error('the settings are wrong'), { errors: check.errors });
}
`;
}

/** `src/control/params-check.ts`, compiled. */
async function toParamsChecks() {
  const { createParamsCompiler } = await import('../dist/src/control/params-compiler.js');
  const { createMethods } = await import('../dist/src/control/methods.js');
  const ajv = createParamsCompiler({ source: true });
  // Methods may share a schema: it is compiled, and must be declared, once.
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
