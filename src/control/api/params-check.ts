import type { Ajv, ValidateFunction } from 'ajv';
import type { ObjectShape } from '../../contract/shape.js';
import { createParamsCompiler } from './params-compiler.js';

/** The part of ajv's validation functions that is used here. */
export type ParamsCheck<P> = Pick<ValidateFunction<P>, 'errors'> & ((params: unknown) => params is P);

/**
 * Returns the checks for the params of methods. The build replaces this file by precompiled checks
 * (`config/schemas.mjs`).
 */
export function createParamsChecks(): <P>(method: string, schema: ObjectShape<P>) => ParamsCheck<P> {
  let compiler: Ajv | null = null;
  return (_method, schema) => {
    compiler ??= createParamsCompiler({ source: false });
    return compiler.compile(schema);
  };
}
