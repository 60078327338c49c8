import { INSTALLED } from '../config/installed.js';
import { suggestName } from '../config/nearest-name.js';
import { EXIT } from '../contract/errors.js';
import { SETTINGS } from '../place.js';
import type { Command, CommandEntry } from './command.js';
import { print } from './output.js';
import { createTrouble } from './trouble.js';

/** Loads the command of this name. Throws an `ExitError` 64 that suggests the nearest command. */
export async function loadCommand(commands: readonly CommandEntry[], name: string): Promise<Command> {
  const entry = commands.find(command => command.name === name);
  if (entry !== undefined) return entry.load();
  const known = [...commands.map(command => command.name), '--help', '--version'];
  const what = name.startsWith('-') ? 'option' : 'command';
  const problem = `unknown ${what} ${JSON.stringify(name)}${suggestName(name, known)}`;
  throw createTrouble(problem, '"tonearm help" lists the commands and options', { exitCode: EXIT.usage });
}

export async function toOverview(commands: readonly CommandEntry[]): Promise<string> {
  const { toColumns } = await import('./help.js');
  const loaded = await Promise.all(commands.map(({ load }) => load()));
  return [
    'usage: tonearm COMMAND [options]',
    '',
    'Tonearm turns a machine with a loudspeaker into a player for the music service.',
    '',
    ...toColumns(loaded.map(({ name, summary }) => [name, summary] as const)),
    '',
    '"tonearm help COMMAND" shows more; "tonearm --version" prints the version.',
    `Settings are environment variables. The package keeps them in ${INSTALLED.file};`,
    `${SETTINGS} describes them all.`,
  ].join('\n');
}

/** Creates the `help` command: `tonearm help ctl play` equals `tonearm ctl play --help`. */
export function createHelpCommand(commands: readonly CommandEntry[]): Command {
  return {
    name: 'help',
    summary: 'lists the commands, or shows the help of a command or of a verb of ctl',
    words: '[COMMAND [VERB]]',
    options: {},
    notes: [],
    async run({ words: [name, ...words] }) {
      const { toHelp } = await import('./help.js');
      print(
        name === undefined ? await toOverview(commands) : toHelp(await loadCommand(commands, name), words),
      );
      return EXIT.clean;
    },
  };
}
