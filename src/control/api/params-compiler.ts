import { Ajv } from 'ajv';

/** Creates the compiler for params schemas. `source`: keep the generated code, to write it to a file. */
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
