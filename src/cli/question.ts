import { createInterface } from 'node:readline';
import { print, prompt } from './output.js';

/** Returns whether a person can answer on the terminal. */
export function canAsk(): boolean {
  return process.stdin.isTTY && process.stdout.isTTY;
}

/**
 * Asks a yes-or-no question on the terminal. Anything but yes, end of input (Ctrl-D) and `stop` (Ctrl-C) count as no.
 */
export async function askWhether(question: string, stop: AbortSignal): Promise<boolean> {
  // The terminal edits the line and handles Ctrl-C; readline's own editing would prevent both.
  const lines = createInterface({ input: process.stdin, terminal: false, signal: stop });
  prompt(`${question} [y/N]`);
  const answer = (await lines[Symbol.asyncIterator]().next()) as IteratorResult<string, undefined>;
  lines.close();
  // Without an answer, the line of the question has not been ended.
  if (answer.done) print('');
  return /^y(?:es)?$/i.test(answer.done ? '' : answer.value.trim());
}
