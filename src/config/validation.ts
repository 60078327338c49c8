import { envSchema } from 'env-schema';
import { createCompiler, SCHEMA } from './schema.js';
import type { Values } from './variables.js';

/**
 * What the given texts mean, defaults among them; else throws an error whose `errors` are ajv's. The build puts the
 * compiled schema here (`config/schemas.mjs`): to compile it takes as long as all else that comes before the sound.
 */
export function validate(given: Readonly<Record<string, string>>): Values {
  return envSchema<Values>({
    schema: SCHEMA,
    data: { ...given },
    env: false,
    ajv: createCompiler({ source: false }),
  });
}
