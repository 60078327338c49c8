import { envSchema } from 'env-schema';
import { SCHEMA } from './schema.js';

/**
 * Returns the given texts and the defaults. Throws an error whose `errors` are ajv's. The build replaces this file with
 * the compiled schema (`config/schemas.mjs`): compiling it takes as long as everything else before the sound starts.
 */
export function validate(given: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return envSchema({ schema: SCHEMA, data: { ...given }, env: false });
}
