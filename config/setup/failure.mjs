/** An error that ends the setup with a message and an exit code. */
export class SetupFailure extends Error {
  constructor(exitCode, message) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Prints a failure that the user can fix as a message without a stack; rethrows any other error. */
export function tellFailure(error) {
  if (error.exitCode === undefined) throw error;
  console.error(error.message);
  process.exitCode = error.exitCode;
}

/** Prints a status line, marked to distinguish it from the output of called programs. */
export function say(line) {
  console.log(`[tonearm] ${line}`);
}
