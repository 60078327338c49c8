import type { Ajv, ValidateFunction } from 'ajv';
import type { ObjectShape } from '../core/shape.js';
import { createParamsCompiler } from './params-compiler.js';

/** Of what ajv makes, what is used. */
export type ParamsCheck<P> = Pick<ValidateFunction<P>, 'errors'> & ((params: unknown) => params is P);

/** What checks the params of methods. The build puts what it compiled of all of them here (`config/schemas.mjs`). */
export function createParamsChecks(): <P>(method: string, schema: ObjectShape<P>) => ParamsCheck<P> {
  let compiler: Ajv | null = null;
  return (_method, schema) => {
    compiler ??= createParamsCompiler({ source: false });
    return compiler.compile(schema);
  };
}
