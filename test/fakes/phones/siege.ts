/** Sets a host that does its worst on a speaker. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('./bad-host.js', import.meta.url));

export interface Target {
  readonly host: string;
  readonly port: number;
}

export interface Siege {
  /** Ends it; how often the host did each thing. May be called twice. */
  stop(): Promise<Readonly<Record<string, number>>>;
}

/** Resolves once all of it has begun. `from`: the addresses of the host, which this machine has. */
export async function besiege({ host, port }: Target, from: readonly string[]): Promise<Siege> {
  const child = spawn(
    'setpriv',
    ['--pdeathsig', 'KILL', process.execPath, PROGRAM, host, String(port), ...from],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout });
  reader.on('line', line => lines.push(line));
  const ended = once(child, 'close');
  await Promise.race([once(reader, 'line'), ended]);
  if (child.exitCode !== null) throw new Error('the bad host ended by itself');
  return {
    async stop() {
      child.stdin.end();
      await ended;
      return JSON.parse(lines.at(-1) ?? '{}') as Record<string, number>;
    },
  };
}
