import { toUsage } from './arguments.js';
import type { Command, Option } from './command.js';
import { pad, widthOf, wrap } from './text/width.js';

/** The width of the oldest terminals. */
const COLUMNS = 80;
const GAP = 2;

/** Returns the help of a command, or of the word that follows it. */
export function toHelp(command: Command, words: readonly string[] = []): string {
  const { usage, summary, options, notes } = command.describe?.(words) ?? {
    ...command,
    usage: toUsage(command),
  };
  const rows = Object.entries({ ...options, help: { value: null, summary: 'show this help' } }).map(
    ([name, option]: [string, Option]): [string, string] => [
      option.value === null ? `--${name}` : `--${name} ${option.value}`,
      option.summary,
    ],
  );
  return [
    ...wrap(`usage: tonearm ${usage} [options]`, COLUMNS),
    '',
    ...wrap(summary, COLUMNS),
    '',
    ...toColumns(rows),
    ...(notes.length === 0 ? [] : ['', ...notes.flatMap(toParagraph)]),
  ].join('\n');
}

/** Returns two aligned columns; the second one is wrapped. */
export function toColumns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => widthOf(left)));
  const indent = ' '.repeat(GAP);
  return rows.flatMap(([left, right]) =>
    wrap(right, COLUMNS - width - 2 * GAP).map(
      (line, at) => `${indent}${pad(at === 0 ? left : '', width)}${indent}${line}`,
    ),
  );
}

function toParagraph(text: string): string[] {
  return text.startsWith(' ') ? [text] : wrap(text, COLUMNS);
}
