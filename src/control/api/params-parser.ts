import type { ErrorObject } from 'ajv';
import type { ObjectShape } from '../../contract/shape.js';
import { createParamsChecks, type ParamsCheck } from './params-check.js';
import { invalidParams, RpcError, type RpcErrorObject } from '../rpc-error.js';

const checkOf = createParamsChecks();

/**
 * Returns the check of a method's params: it returns them typed and without unknown members, or throws an `RpcError`
 * -32602. Compiled at the first call, so that the start and rarely used methods cost nothing.
 */
export function toParamsParser<P>(method: string, schema: ObjectShape<P>): (params: unknown) => P {
  let accepts: ParamsCheck<P> | null = null;
  return (params: unknown): P => {
    const given = params === undefined ? {} : params;
    accepts ??= checkOf<P>(method, schema);
    if (accepts(given)) return given;
    throw new RpcError(toAnswer(accepts.errors?.at(-1)));
  };
}

function toAnswer(error: ErrorObject | undefined): RpcErrorObject {
  if (error === undefined) return invalidParams('params', 'are wrong');
  const path = error.instancePath.slice(1).replaceAll('/', '.');
  if (error.keyword === 'required') {
    const missing = String(error.params['missingProperty']);
    return invalidParams(path === '' ? missing : `${path}.${missing}`, 'is missing');
  }
  const schema = error.parentSchema as { description?: string; enum?: unknown[] } | undefined;
  // Only `eitherOf` writes this keyword; each of its branches names one member.
  if (error.keyword === 'oneOf')
    return invalidParams(schema?.description ?? 'params', 'is required: give exactly one of the two');
  if (path === '') return invalidParams('params', 'must be an object');
  if (error.keyword === 'enum') return invalidParams(path, `must be one of ${JSON.stringify(schema?.enum)}`);
  if (error.keyword === 'pattern') return invalidParams(path, `must be ${schema?.description ?? 'right'}`);
  return invalidParams(path, error.message ?? 'is wrong');
}
