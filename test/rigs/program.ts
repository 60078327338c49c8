import { fileURLToPath } from 'node:url';

/**
 * The program under test: what is installed (the bundle) where every test is run, else, to be tried at once after a change,
 * what was compiled module by module.
 */
export const PROGRAM =
  process.env['TEST_PROGRAM'] ?? fileURLToPath(new URL('../../src/main.js', import.meta.url));
