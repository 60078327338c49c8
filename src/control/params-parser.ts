import type { ErrorObject } from 'ajv';
import type { ObjectShape } from '../core/shape.js';
import { createParamsChecks, type ParamsCheck } from './params-check.js';
import { invalidParams, RpcError, type RpcErrorObject } from './rpc-error.js';

const checkOf = createParamsChecks();

/**
 * The check of a method's params by their schema: answers them typed, without unknown members; throws an `RpcError` -32602.
 * Made when it is first needed: a start costs nothing, and a rare method nothing ever.
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
  // Only `eitherOf` writes this keyword; its branches name one member each.
  if (error.keyword === 'oneOf')
    return invalidParams(schema?.description ?? 'params', 'is needed, exactly one of the two');
  if (path === '') return invalidParams('params', 'must be an object');
  if (error.keyword === 'enum') return invalidParams(path, `must be one of ${JSON.stringify(schema?.enum)}`);
  if (error.keyword === 'pattern') return invalidParams(path, `must be ${schema?.description ?? 'right'}`);
  return invalidParams(path, error.message ?? 'is wrong');
}
