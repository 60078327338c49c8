/** Ends the set-up with a sentence and an exit code. */
export class SetupFailure extends Error {
  constructor(exitCode, message) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** What is being done, set apart from what the programs called say themselves. */
export function say(line) {
  console.log(`[tonearm] ${line}`);
}
