import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Test } from 'tap';

/** A program on a terminal of its own (a real one, by `script`), and somebody who types. */
export interface Terminal {
  /** All that has been shown so far, what was typed and the terminal echoed among it. */
  shown(): string;
  /** Resolves with what was shown since the last `sees`, once that matches. */
  sees(pattern: RegExp | string): Promise<string>;
  type(keys: string): void;
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>;
}

export const CTRL_C = '\x03';
export const CTRL_D = '\x04';

export function openTerminal(t: Test, words: readonly string[], environment: NodeJS.ProcessEnv): Terminal {
  const quoted = words.map(word => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
  const command = `stty columns 100 rows 30; exec ${quoted}`;
  const child = spawn('script', ['--quiet', '--return', '--flush', '--command', command, '/dev/null'], {
    env: { TERM: 'xterm', ...environment },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  // Its program may end while keys are on their way.
  child.stdin.on('error', () => undefined);
  t.teardown(() => child.kill('SIGKILL'));
  let shown = '';
  let seen = 0;
  const look = new Set<() => void>();
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text;
    for (const each of [...look]) each();
  });
  const closed = once(child, 'close') as Promise<[number | null]>;
  return {
    shown: () => shown,
    type: keys => void child.stdin.write(keys),
    ended: closed.then(([code]) => code),
    sees: pattern =>
      new Promise((resolve, reject) => {
        const settle = (): void => {
          const fresh = shown.slice(seen);
          const [found, index] = find(fresh, pattern);
          if (found === null) return;
          look.delete(settle);
          seen += index + found.length;
          resolve(fresh.slice(0, index + found.length));
        };
        look.add(settle);
        void closed.then(() => {
          settle();
          if (look.delete(settle))
            reject(new Error(`ended without ${String(pattern)}: ${JSON.stringify(shown)}`));
        });
        settle();
      }),
  };
}

function find(text: string, pattern: RegExp | string): [found: string | null, index: number] {
  if (typeof pattern === 'string') return [text.includes(pattern) ? pattern : null, text.indexOf(pattern)];
  const match = pattern.exec(text);
  return match === null ? [null, -1] : [match[0], match.index];
}
