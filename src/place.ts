import { fileURLToPath } from 'node:url';

/** The program's directory. Compiled by module or bundled, it is two levels below the package's. */
export const PROGRAM_FOLDER = new URL('.', import.meta.url);
const root = new URL('../../', PROGRAM_FOLDER);

/** The program's own file, to start it again. */
export const PROGRAM = fileURLToPath(new URL('main.js', PROGRAM_FOLDER));

export const PACKAGE_JSON = new URL('package.json', root);

/** The folder of the spoken clips. */
export const SPEECH_FOLDER = new URL('config/speech/', root);

/** The file that lists every variable with its default. */
export const SETTINGS = fileURLToPath(new URL('config/tonearm.env.example', root));
