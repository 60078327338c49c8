import { createInterface } from 'node:readline';
import { print, prompt } from './output.js';

/** Whether somebody is there to answer. */
export function canAsk(): boolean {
  return process.stdin.isTTY && process.stdout.isTTY;
}

/** Whether the answer on the terminal is yes: anything else, its end (Ctrl-D), and `stop` (Ctrl-C) are no. */
export async function askWhether(question: string, stop: AbortSignal): Promise<boolean> {
  // The terminal edits the line and knows Ctrl-C: readline's own editing would keep both from us.
  const lines = createInterface({ input: process.stdin, terminal: false, signal: stop });
  prompt(`${question} [y/N]`);
  const answer = (await lines[Symbol.asyncIterator]().next()) as IteratorResult<string, undefined>;
  lines.close();
  // The line of the question has not been ended by an answer.
  if (answer.done) print('');
  return /^y(?:es)?$/i.test(answer.done ? '' : answer.value.trim());
}
