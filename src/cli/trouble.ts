import { EXIT, ExitError } from '../errors.js';

export interface TroubleOptions extends ErrorOptions {
  readonly exitCode?: number;
}

/** Ends the program with two lines: what went wrong, and what to do about it; with one where that goes without saying. */
export function createTrouble(what: string, remedy: string | null, options: TroubleOptions = {}): ExitError {
  const { exitCode = EXIT.fault, ...rest } = options;
  return new ExitError(exitCode, remedy === null ? what : `${what}\n→ ${remedy}`, rest);
}
