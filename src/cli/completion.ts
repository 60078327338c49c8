import { EXIT } from '../contract/errors.js';
import { refuse } from './arguments.js';
import type { Command, CommandEntry, Option } from './command.js';
import { toBash } from './completion/bash.js';
import { type Completions, FILES, type Flag } from './completion/completable.js';
import { toFish } from './completion/fish.js';
import { toZsh } from './completion/zsh.js';
import { toOptions } from './ctl/options.js';
import { CTL_VERBS } from './ctl/verbs.js';
import { print } from './output.js';

/** The help text's placeholder for a file path. */
const FILE = 'FILE';

const SHELLS: ReadonlyMap<string | undefined, (completions: Completions) => string> = new Map([
  ['bash', toBash],
  ['zsh', toZsh],
  ['fish', toFish],
]);

/** Creates the command. `commands` is the whole list, including this one. */
export function createCompletionCommand(commands: readonly CommandEntry[]): Command {
  const command: Command = {
    name: 'completion',
    summary: 'prints a script that lets a shell complete these commands',
    words: [...SHELLS.keys()].join('|'),
    options: {},
    notes: [
      'To install it for all users, as root:',
      '  tonearm completion bash > /etc/bash_completion.d/tonearm',
      '  tonearm completion zsh > /usr/local/share/zsh/site-functions/_tonearm',
      '  tonearm completion fish > /etc/fish/completions/tonearm.fish',
    ],
    async run({ words }) {
      const [shell, extra] = words;
      const write = SHELLS.get(shell);
      if (write === undefined || extra !== undefined)
        throw refuse(command, 'name a shell: bash, zsh or fish');
      const loaded = await Promise.all(commands.map(({ load }) => load()));
      print(write(toCompletions(loaded)));
      return EXIT.clean;
    },
  };
  return command;
}

function toCompletions(commands: readonly Command[]): Completions {
  const toEntry = ({ name, summary, words, options }: Command) => ({
    ...{ name, summary, flags: toFlags(options) },
    words: words === FILE ? FILES : words?.includes(' ') === true ? [] : (words?.split('|') ?? []),
  });
  const find = (name: string) => {
    const found = commands.find(command => command.name === name);
    if (found === undefined) throw new Error(`There is no command ${name}.`);
    return toEntry(found);
  };
  return {
    commands: commands.filter(({ name }) => name !== 'ctl' && name !== 'help').map(toEntry),
    ctl: { ...find('ctl'), flags: toFlags(toOptions([])) },
    verbs: CTL_VERBS.map(({ name, summary, words = [], options, fields }) => ({
      ...{ name, summary, words },
      flags: toFlags(toOptions(options, fields)),
    })),
    help: find('help'),
  };
}

function toFlags(options: Readonly<Record<string, Option>>): readonly Flag[] {
  return [
    ...Object.entries(options).map(([name, { value, words, summary, isList = false }]) => ({
      ...{ name: `--${name}`, summary, isList },
      values: value === null ? null : (words ?? (value.includes('|') ? value.split('|') : [])),
    })),
    { name: '--help', summary: 'show the help', values: null, isList: false },
  ];
}
