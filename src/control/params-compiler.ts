import { Ajv } from 'ajv';

/** What compiles the schemas of params. `source`: to write the code down. */
export function createParamsCompiler({ source }: { readonly source: boolean }): Ajv {
  return new Ajv({
    removeAdditional: 'all',
    verbose: true,
    strict: false,
    validateSchema: false,
    meta: false,
    code: { source, esm: true },
  });
}
