import type { Line, Style, Text } from './text/line.js';

/**
 * The one door to standard output and standard error. Names, titles and messages come from the network: whatever
 * passes here cannot control a terminal, turn its text round, or pass for a line of ours.
 */

/** Control characters (C0, DEL, C1), bidirectional controls, and the line breaks of Unicode. */
const UNSAFE = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/u;
const RUNS = new RegExp(`${UNSAFE.source}+`, 'gu');
const EACH = new RegExp(UNSAFE.source, 'gu');

/** Foreign text as a part of one line. */
export function oneLine(text: string): string {
  return text.replace(RUNS, ' ');
}

/** JSON in one line, of the very same value: what `JSON.stringify` leaves as it is becomes \uXXXX. */
export function toJson(value: unknown): string {
  return escapeJson(JSON.stringify(value));
}

/** The same for JSON that is text already. */
export function escapeJson(json: string): string {
  return json.replace(EACH, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Lines for standard output, an end of line added. */
export function print(text: string): void {
  process.stdout.write(`${toLines(text)}\n`);
}

/** The same in colours, where standard output has any. */
export function printText(text: Text, environment: NodeJS.ProcessEnv): void {
  if (typeof text === 'string') print(text);
  else process.stdout.write(text.map(line => `${paint(line, isColourful(environment))}\n`).join(''));
}

/** What the user wrote around foreign values, as it stands: `own` has one part more than `foreign`. */
export function printAround(own: readonly string[], foreign: readonly string[]): void {
  process.stdout.write(`${own.map((part, at) => part + oneLine(foreign[at] ?? '')).join('')}\n`);
}

/** What went wrong, on standard error; `shape` makes more of it than a line. */
export function complain(text: string, shape = (line: string) => `${line}\n`): void {
  process.stderr.write(shape(`tonearm: ${toLines(text)}`));
}

/** A question on a terminal: the answer is typed behind it. */
export function prompt(text: string): void {
  process.stdout.write(`${toLines(text)} `);
}

/** Whether standard output can be drawn upon: a terminal that knows more than lines. */
export function canDraw(environment: NodeJS.ProcessEnv): boolean {
  return process.stdout.isTTY && environment['TERM'] !== 'dumb';
}

/** Whether colours are wanted (no-color.org) where standard output has them. */
function isColourful(environment: NodeJS.ProcessEnv): boolean {
  return canDraw(environment) && (environment['NO_COLOR'] ?? '') === '';
}

/** How wide standard output is: as wide as may be, unless it is a terminal. */
export function columnsOf(): number {
  // One that does not know its size says 0.
  return (process.stdout.isTTY ? process.stdout.columns : 0) || Number.POSITIVE_INFINITY;
}

/** The last line of the terminal, drawn over; what is too long for it is cut off by the terminal itself. */
export function redraw(line: Line, environment: NodeJS.ProcessEnv): void {
  process.stdout.write(`\r\x1b[?7l${paint(line, isColourful(environment))}\x1b[K\x1b[?7h`);
}

/** White on black whatever the terminal's own colours are, where it has any. */
export function printWhiteOnBlack(text: string, environment: NodeJS.ProcessEnv): void {
  const isPlain = !isColourful(environment);
  const lines = text.split('\n').map(line => (isPlain ? line : `\x1b[97;40m${line}\x1b[0m`));
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** ECMA-48, "Select graphic rendition". */
const CODES: Readonly<Record<Style, number>> = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 };

function paint(line: Line, isColourful: boolean): string {
  const parts = line.map(part => {
    const { text, style } = typeof part === 'string' ? { text: part } : part;
    const safe = oneLine(text);
    return isColourful && style !== undefined ? `\x1b[${CODES[style]}m${safe}\x1b[0m` : safe;
  });
  return parts.join('');
}

function toLines(text: string): string {
  return text.split('\n').map(oneLine).join('\n');
}
