import { EXIT, ExitError } from '../contract/errors.js';

export interface TroubleOptions extends ErrorOptions {
  readonly exitCode?: number;
}

/** Creates an error of two lines, the problem and the remedy; of one line if `remedy` is null. */
export function createTrouble(what: string, remedy: string | null, options: TroubleOptions = {}): ExitError {
  const { exitCode = EXIT.fault, ...rest } = options;
  return new ExitError(exitCode, remedy === null ? what : `${what}\n→ ${remedy}`, rest);
}
