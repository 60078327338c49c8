import { fileURLToPath } from 'node:url';
import { writeSection } from './frame/document.js';
import { describeMachine, quietLoad } from './frame/machine.js';
import type { Measurement } from './frame/measurement.js';
import { runMeasurement } from './frame/run.js';
import { toTerminal } from './frame/table.js';
import { toVerdictTable } from './frame/verdict.js';
import { type Flag, parseWords } from './frame/words.js';
import { MEASUREMENTS } from './measurements/all.js';

/** A section that compares with an earlier commit, and is written by hand. */
const BY_HAND = 'tests';
const PAGE = fileURLToPath(new URL('../../../docs/benchmarks.md', import.meta.url));

/**
 * `npm run bench [-- NAME… --flag=number… --quick]`: measures, prints, and writes the page. The exit code is 1 when one
 * could not be taken, 64 for words that mean nothing.
 */
async function main(words: readonly string[]): Promise<number> {
  const { names, flags } = parseWords(
    words,
    MEASUREMENTS.map(({ name }) => name),
  );
  const chosen = MEASUREMENTS.filter(one => names.length === 0 || names.includes(one.name));
  const machine = describeMachine();
  console.log(machine.join('\n'));
  let failures = 0;
  for (const measurement of chosen) {
    const isTaken = await take(measurement, flags, machine);
    if (!isTaken) failures += 1;
  }
  return failures === 0 ? 0 : 1;
}

async function take(
  measurement: Measurement,
  flags: ReadonlyMap<Flag, number>,
  machine: readonly string[],
): Promise<boolean> {
  console.log(`\n== ${measurement.title} (${measurement.name})`);
  const load = await quietLoad();
  try {
    const outcome = await runMeasurement({ measurement, flags, say: line => console.log(`   ${line}`) });
    for (const { title, table } of outcome.tables) console.log(`\n${title}\n${toTerminal(table)}`);
    if (outcome.verdicts.length > 0) console.log(`\n${toTerminal(toVerdictTable(outcome.verdicts))}`);
    for (const note of outcome.notes) console.log(`- ${note}`);
    const date = new Date().toISOString().slice(0, 10);
    writeSection(PAGE, { measurement, outcome, machine, load, date }, [
      ...MEASUREMENTS.map(one => one.name),
      BY_HAND,
    ]);
    return true;
  } catch (error) {
    console.error(`not judged, because the measurement failed: ${measurement.name}`);
    console.error(error);
    return false;
  }
}

try {
  process.exit(await main(process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof RangeError)) throw error;
  console.error(error.message);
  process.exit(64);
}
