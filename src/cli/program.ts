import { suggestName } from '../config/nearest-name.js';
import { EXIT, ExitError } from '../errors.js';
import { SETTINGS } from '../place.js';
import { readVersion } from '../version.js';
import { parseArguments, toColumns, toHelp } from './arguments.js';
import { COMMANDS } from './commands.js';
import { complain, print } from './output.js';
import { listenForStop } from './stop-signal.js';

/** Runs one command line and resolves with the exit code (contract, section 1). Never rejects. */
export async function runProgram(words: readonly string[]): Promise<number> {
  const stop = listenForStop();
  try {
    return await dispatch(words, stop);
  } catch (error) {
    if (!(error instanceof ExitError)) {
      const { describeError } = await import('../log.js');
      await sayWhy(JSON.stringify(describeError(error), null, 2));
      return EXIT.fault;
    }
    await sayWhy(error.message);
    return error.exitCode;
  }
}

/** The journal sorts by priorities: what ends the agent is an error there as well. */
async function sayWhy(message: string): Promise<void> {
  const [{ currentEnvironment }, { isJournal, toJournalText }] = await Promise.all([
    import('../config.js'),
    import('../journal.js'),
  ]);
  const inJournal = (text: string): string => toJournalText('error', text);
  complain(message, isJournal(currentEnvironment(), 2) ? inJournal : undefined);
}

async function dispatch([name, ...rest]: readonly string[], stop: AbortSignal): Promise<number> {
  if (name === '--version' || name === '-V') return tell(readVersion());
  if (name === '--help' || name === '-h') return tell(await toOverview());
  if (name === undefined) throw new ExitError(EXIT.usage, `what to do?\n\n${await toOverview()}`);
  const entry = COMMANDS.find(command => command.name === name);
  if (entry === undefined) throw new ExitError(EXIT.usage, `${toUnknown(name)}\n\n${await toOverview()}`);
  const command = await entry.load();
  const given = parseArguments(command, rest);
  return given.flags.has('help') ? tell(toHelp(command)) : command.run(given, stop);
}

function tell(text: string): number {
  print(text);
  return EXIT.clean;
}

async function toOverview(): Promise<string> {
  const commands = await Promise.all(COMMANDS.map(({ load }) => load()));
  const rows = commands.map(({ name, summary }) => [name, summary] as const);
  return [
    'usage: tonearm COMMAND [options]',
    '',
    'Tonearm makes a machine with a loudspeaker a player of the music service.',
    '',
    ...toColumns(rows),
    '',
    'tonearm COMMAND --help tells more; tonearm --version prints the version.',
    `Settings are environment variables, all of them in ${SETTINGS}.`,
  ].join('\n');
}

function toUnknown(name: string): string {
  const known = [...COMMANDS.map(command => command.name), '--help', '--version'];
  const what = name.startsWith('-') ? 'option' : 'command';
  return `there is no ${what} ${JSON.stringify(name)}${suggestName(name, known)}`;
}
