import type { Line, Style, Text } from './text/line.js';

/**
 * The only access to standard output and standard error. Names, titles and messages come from the network: text printed
 * here cannot control a terminal, change the text direction, or pass for a line of the program's own.
 */

/**
 * Control characters (C0, DEL, C1), bidirectional controls, Unicode line breaks, and characters that are invisible but
 * for the joiners and variation selectors that titles need.
 */
const UNSAFE =
  /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]|(?![\p{Join_Control}\p{Variation_Selector}])\p{Default_Ignorable_Code_Point}/u;
const RUNS = new RegExp(`(?:${UNSAFE.source})+`, 'gu');
const EACH = new RegExp(UNSAFE.source, 'gu');

/** Makes foreign text part of a single line. */
export function oneLine(text: string): string {
  return text.replace(RUNS, ' ');
}

/**
 * Returns single-line JSON of the same value: characters that are unsafe and that `JSON.stringify` keeps become \uXXXX.
 */
export function toJson(value: unknown): string {
  return escapeJson(JSON.stringify(value));
}

/** Escapes the same characters in JSON text. */
export function escapeJson(json: string): string {
  return json.replace(EACH, character => character.split('').map(toEscape).join(''));
}

function toEscape(codeUnit: string): string {
  return `\\u${codeUnit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Prints lines to standard output and ends the last one. */
export function print(text: string): void {
  process.stdout.write(`${toLines(text)}\n`);
}

/** Prints text with colours, if standard output supports them. */
export function printText(text: Text, environment: NodeJS.ProcessEnv): void {
  if (typeof text === 'string') print(text);
  else process.stdout.write(text.map(line => `${paint(line, isColourful(environment))}\n`).join(''));
}

/** Prints the user's own literal text around foreign values; `own` has one part more than `foreign`. */
export function printAround(own: readonly string[], foreign: readonly string[]): void {
  process.stdout.write(`${own.map((part, at) => part + oneLine(foreign[at] ?? '')).join('')}\n`);
}

/** Prints an error to standard error; `shape` formats the line. */
export function complain(text: string, shape = (line: string) => `${line}\n`): void {
  process.stderr.write(shape(`tonearm: ${toLines(text)}`));
}

/** Prints a question; the answer is typed behind it on the same line. */
export function prompt(text: string): void {
  process.stdout.write(`${toLines(text)} `);
}

/** Returns whether standard output is a terminal that can redraw a line. */
export function canDraw(environment: NodeJS.ProcessEnv): boolean {
  return process.stdout.isTTY && environment['TERM'] !== 'dumb';
}

/** Returns whether standard output supports colours and the user wants them (no-color.org). */
function isColourful(environment: NodeJS.ProcessEnv): boolean {
  return canDraw(environment) && (environment['NO_COLOR'] ?? '') === '';
}

/** Returns the width of the terminal in columns; infinite if standard output is none. */
export function columnsOf(): number {
  // A terminal that does not know its size reports 0.
  return (process.stdout.isTTY ? process.stdout.columns : 0) || Number.POSITIVE_INFINITY;
}

/** Redraws the last line of the terminal, which truncates a line that is too long. */
export function redraw(line: Line, environment: NodeJS.ProcessEnv): void {
  process.stdout.write(`\r\x1b[?7l${paint(line, isColourful(environment))}\x1b[K\x1b[?7h`);
}

/** Prints white on black, whatever the terminal's colours are, if it has any. */
export function printWhiteOnBlack(text: string, environment: NodeJS.ProcessEnv): void {
  const isPlain = !isColourful(environment);
  const lines = text.split('\n').map(line => (isPlain ? line : `\x1b[97;40m${line}\x1b[0m`));
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Codes of ECMA-48, "Select graphic rendition". */
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
