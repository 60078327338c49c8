import { parseArgs } from 'node:util';
import { suggestName } from '../config/nearest-name.js';
import { EXIT, ExitError } from '../contract/errors.js';
import type { Arguments, Command, Option } from './command.js';

/** Parses the words after a command's name by its options. Throws an `ExitError` 64 for anything else. */
export function parseArguments(command: Command, given: readonly string[]): Arguments {
  const help = { type: 'boolean', short: 'h' } as const;
  const shapes = Object.entries(command.options).map(
    ([name, { value }]) => [name, { type: value === null ? 'boolean' : 'string' } as const] as const,
  );
  // Not strict: Node's own messages give advice that does not apply to users of this program.
  const { tokens } = parseArgs({
    args: [...given],
    options: { ...Object.fromEntries(shapes), help },
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const values = new Map<string, string>();
  const flags = new Set<string>();
  const words = new Map<number, string>();
  for (const token of tokens) {
    const word = wordOf(token, given);
    if (word !== null) {
      if (command.ignoresOthers) continue;
      if (command.words === undefined) throw refuse(command, `"${command.name}" does not take "${word}"`);
      words.set(token.index, word);
    }
    if (word !== null || token.kind !== 'option') continue;
    const known: Readonly<Record<string, Pick<Option, 'value'>>> = {
      ...command.options,
      help: { value: null },
    };
    const option = Object.hasOwn(known, token.name) ? known[token.name] : undefined;
    if (option === undefined && command.ignoresOthers) continue;
    if (option === undefined) throw refuse(command, toUnknown(token.rawName, command));
    if (option.value === null) {
      if (token.value !== undefined) throw refuse(command, `${token.rawName} takes no value`);
      flags.add(token.name);
    } else if (token.value === undefined || (!token.inlineValue && token.value.startsWith('-'))) {
      throw refuse(command, `${token.rawName} needs a value: ${token.rawName} ${option.value}`);
    } else {
      values.set(token.name, token.value);
    }
  }
  return { values: Object.fromEntries(values), flags, words: [...words.values()] };
}

type Token = NonNullable<ReturnType<typeof parseArgs>['tokens']>[number];

/**
 * Returns the word that this token is part of, or null for an option. A negative number is not an option: `seek -15`.
 */
function wordOf(token: Token, given: readonly string[]): string | null {
  if (token.kind === 'positional') return token.value;
  const word = given[token.index] ?? '';
  return token.kind === 'option' && /^-\d/.test(word) ? word : null;
}

/** Creates the error for wrong usage (64): the problem, then the correct usage. */
export function refuse(command: Pick<Command, 'name' | 'words'>, message: string): ExitError {
  const [name, usage] = [command.name, toUsage(command)];
  return new ExitError(
    EXIT.usage,
    `${message}\nusage: tonearm ${usage} [options]; more: tonearm help ${name}`,
  );
}

/** Returns the usage line, without `tonearm` and the options. */
export function toUsage({ name, words }: Pick<Command, 'name' | 'words'>): string {
  return words === undefined ? name : `${name} ${words}`;
}

function toUnknown(name: string, command: Command): string {
  const known = [...Object.keys(command.options), 'help'].map(option => `--${option}`);
  return `"${command.name}" has no option ${name}${suggestName(name, known)}`;
}
