/** Ends the set-up with a sentence and an exit code. */
export class SetupFailure extends Error {
  constructor(exitCode, message) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** What the builder can mend is a sentence, not a place in a program. */
export function tellFailure(error) {
  if (error.exitCode === undefined) throw error;
  console.error(error.message);
  process.exitCode = error.exitCode;
}

/** What is being done, set apart from what the programs called say themselves. */
export function say(line) {
  console.log(`[tonearm] ${line}`);
}
