import { EXIT, ExitError } from '../contract/errors.js';
import { readVersion } from './version.js';
import { parseArguments } from './arguments.js';
import { COMMANDS } from './commands.js';
import { complain, print } from './output.js';
import { loadCommand, toOverview } from './overview.js';
import { listenForStop } from './stop-signal.js';

/** Runs one command line and resolves with the exit code (contract, section 1). Never rejects. */
export async function runProgram(words: readonly string[]): Promise<number> {
  const stop = listenForStop();
  try {
    return await dispatch(words, stop);
  } catch (error) {
    if (!(error instanceof ExitError)) {
      const { describeError } = await import('../lib/log.js');
      await sayWhy(JSON.stringify(describeError(error), null, 2));
      return EXIT.fault;
    }
    await sayWhy(error.message);
    return error.exitCode;
  }
}

/** Prints the error; under the journal, which sorts by priority, it is marked as an error. */
async function sayWhy(message: string): Promise<void> {
  const [{ currentEnvironment }, { isJournal, toJournalText }] = await Promise.all([
    import('../config/config.js'),
    import('../lib/journal.js'),
  ]);
  const inJournal = (text: string): string => toJournalText('error', text);
  complain(message, isJournal(currentEnvironment(), 2) ? inJournal : undefined);
}

async function dispatch([name, ...rest]: readonly string[], stop: AbortSignal): Promise<number> {
  if (name === '--version' || name === '-V') return tell(readVersion());
  if (name === '--help' || name === '-h') return tell(await toOverview(COMMANDS));
  // For the installation of the package: no help lists it.
  if (name === 'compile' && rest.length === 0) return (await import('./compile.js')).compile(stop);
  if (name === undefined)
    throw new ExitError(EXIT.usage, `no command given\n\n${await toOverview(COMMANDS)}`);
  const command = await loadCommand(COMMANDS, name);
  const given = parseArguments(command, rest);
  if (!given.flags.has('help')) return command.run(given, stop);
  const { toHelp } = await import('./help.js');
  return tell(toHelp(command, given.words));
}

function tell(text: string): number {
  print(text);
  return EXIT.clean;
}
