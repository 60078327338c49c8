import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Test } from 'tap';

export const storeProgram = fileURLToPath(new URL('./process.js', import.meta.url));

/** Starts a program that prints a JSON line for each line it reads; killed with the test. */
export function startLineProcess(t: Test, command: string, args: readonly string[]) {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const { stdin } = child;
  const ended = new Promise<{ code: number | null; signal: string | null }>(resolve => {
    child.on('close', (code, signal) => resolve({ code, signal }));
  });
  t.teardown(() => child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<Record<string, unknown>> => {
    const line = await lines.next();
    if (line.done === true) throw new Error('the process said nothing more');
    return JSON.parse(line.value) as Record<string, unknown>;
  };
  return {
    child,
    ended,
    next,
    /** Sends a line and answers with the reply. */
    ask: (line: string) => {
      stdin.write(`${line}\n`);
      return next();
    },
    send: (line: string) => stdin.write(`${line}\n`),
    /** No more lines: the program ends by itself. */
    finish: () => {
      stdin.end();
      return ended;
    },
  };
}
