import { EXIT } from '../errors.js';
import { refuse } from './arguments.js';
import type { Command, CommandEntry } from './command.js';
import { type Completions, FILES, toBash, toZsh } from './completion/scripts.js';
import { COMMON, CTL_VERBS, ctlCommand } from './ctl.js';
import { print } from './output.js';

/** What help calls a word that is the path of a file. */
const FILE = 'FILE';

const SHELLS = { bash: toBash, zsh: toZsh };

/** What the words after a verb may be. */
const WORDS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    mute: ['on', 'off'],
    thumb: ['up', 'down', 'none'],
    phones: ['remove'],
  }),
);

/** `commands` is the whole list, this one included. */
export function createCompletionCommand(commands: readonly CommandEntry[]): Command {
  const command: Command = {
    name: 'completion',
    summary: 'prints what lets a shell complete the words of these commands',
    words: 'bash|zsh',
    options: {},
    notes: [
      'bash: tonearm completion bash > /etc/bash_completion.d/tonearm',
      'zsh:  tonearm completion zsh > /usr/local/share/zsh/site-functions/_tonearm',
    ],
    async run({ words }) {
      const [shell = '', extra] = words;
      if ((shell !== 'bash' && shell !== 'zsh') || extra !== undefined) throw refuse(command, 'bash or zsh?');
      const loaded = await Promise.all(commands.map(({ load }) => load()));
      print(SHELLS[shell](toCompletions(loaded)));
      return EXIT.clean;
    },
  };
  return command;
}

function toCompletions(commands: readonly Command[]): Completions {
  const toFlags = ({ options }: Command, isMeant: (name: string) => boolean): Completions['ctl']['flags'] => [
    ...Object.entries(options)
      .filter(([name]) => isMeant(name))
      .map(([name, { value, summary }]) => ({
        name: `--${name}`,
        summary,
        values: value === null ? null : value.includes('|') ? value.split('|') : [],
      })),
    { name: '--help', summary: 'tells what there is', values: null },
  ];
  const { name, summary } = ctlCommand;
  return {
    commands: commands
      .filter(command => command.name !== name)
      .map(command => ({
        name: command.name,
        summary: command.summary,
        words: command.words === FILE ? FILES : (command.words?.split('|') ?? []),
        flags: toFlags(command, () => true),
      })),
    ctl: { name, summary, words: [], flags: toFlags(ctlCommand, option => COMMON.includes(option)) },
    verbs: CTL_VERBS.map(verb => ({
      name: verb.name,
      summary: verb.summary,
      words: WORDS.get(verb.name) ?? [],
      flags: toFlags(ctlCommand, option => [...COMMON, ...verb.options].includes(option)),
    })),
  };
}
