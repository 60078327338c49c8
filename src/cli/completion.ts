import { EXIT } from '../errors.js';
import { refuse } from './arguments.js';
import type { Command, CommandEntry } from './command.js';
import { type Completions, toBash, toZsh } from './completion/scripts.js';
import { CTL_VERBS, ctlCommand } from './ctl.js';

const SHELLS = { bash: toBash, zsh: toZsh };

/** What the words after a verb may be. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  mute: ['on', 'off'],
  thumb: ['up', 'down', 'none'],
};

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
      process.stdout.write(SHELLS[shell](toCompletions(loaded)));
      return EXIT.clean;
    },
  };
  return command;
}

function toCompletions(commands: readonly Command[]): Completions {
  const common = ['json', 'device', 'url', 'token', 'help'];
  return {
    commands: commands
      .filter(({ name }) => name !== ctlCommand.name)
      .map(({ name, summary, options, words }) => ({
        name,
        summary,
        words: [...(words?.split('|') ?? []), ...toFlags([...Object.keys(options), 'help'])],
      })),
    ctl: { name: ctlCommand.name, summary: ctlCommand.summary, words: toFlags(common) },
    verbs: CTL_VERBS.map(({ name, summary, options }) => ({
      name,
      summary,
      words: [...(WORDS[name] ?? []), ...toFlags([...options, ...common])],
    })),
  };
}

function toFlags(names: readonly string[]): string[] {
  return names.map(name => `--${name}`);
}
