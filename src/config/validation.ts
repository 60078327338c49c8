import { envSchema } from 'env-schema';
import { createCompiler, SCHEMA } from './schema.js';
import type { Values } from './variables.js';

/**
 * Returns the parsed values, including defaults. Throws an error whose `errors` are ajv's. The build replaces this file
 * with the compiled schema (`config/schemas.mjs`): compiling it takes as long as everything else before the sound
 * starts.
 */
export function validate(given: Readonly<Record<string, string>>): Values {
  return envSchema<Values>({
    schema: SCHEMA,
    data: { ...given },
    env: false,
    ajv: createCompiler({ source: false }),
  });
}
