// Runs each file that failed once more, alone: a moment in which the machine was busy must not decide about a change.

/** If more files than this pass only when they run alone, the machine is not to blame, and all of them count as failed. */
const MOST_UNSTEADY = 3;

/**
 * `failed`: the files, with the lines of their first run. `run` resolves with the lines of another run. Resolves with
 * the lines that count for each file, and with the files that are unsteady, each with the lines of its first run.
 */
export async function runAgain(failed, run, print) {
  const decided = [];
  const unsteady = [];
  for (const { file, lines: first } of failed) {
    print(`again  ${file}: it failed, and runs once more, alone`);
    const lines = await run(file);
    decided.push({ file, lines });
    if (isGood(lines)) unsteady.push({ file, lines: first });
  }
  const isTooMany = unsteady.length > MOST_UNSTEADY;
  return {
    decided: isTooMany ? decided.map(one => unsteady.find(({ file }) => file === one.file) ?? one) : decided,
    unsteady,
  };
}

/** Whether the lines are of a file that passed. */
export function isGood(lines) {
  return lines.some(line => line.startsWith('ok - '));
}
