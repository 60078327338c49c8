import { fileURLToPath } from 'node:url';

/** The program's folder: compiled module by module or bundled, it stands two folders below the package's. */
export const PROGRAM_FOLDER = new URL('.', import.meta.url);
const root = new URL('../../', PROGRAM_FOLDER);

/** The program itself, to be started once more. */
export const PROGRAM = fileURLToPath(new URL('main.js', PROGRAM_FOLDER));

export const PACKAGE_JSON = new URL('package.json', root);

/** Every variable with its default. */
export const SETTINGS = fileURLToPath(new URL('config/tonearm.env.example', root));
