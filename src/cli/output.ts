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

/** The last line of the terminal, drawn over; what is too long for it is cut off by the terminal itself. */
export function redraw(line: string): void {
  process.stdout.write(`\r\x1b[?7l${oneLine(line)}\x1b[K\x1b[?7h`);
}

/** White on black whatever the terminal's own colours are, where it has colours that are wanted (no-color.org). */
export function printWhiteOnBlack(text: string, environment: NodeJS.ProcessEnv): void {
  const isPlain = !canDraw(environment) || (environment['NO_COLOR'] ?? '') !== '';
  const lines = text.split('\n').map(line => (isPlain ? line : `\x1b[97;40m${line}\x1b[0m`));
  process.stdout.write(`${lines.join('\n')}\n`);
}

function toLines(text: string): string {
  return text.split('\n').map(oneLine).join('\n');
}
