/** The real program in a process of its own, with nothing in its environment but what a test gives it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { NODE_WORDS, PROGRAM } from '../program.js';
import { slack } from '../slowness.js';

interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
}

export interface AgentProcess {
  readonly child: ChildProcess;
  readonly pid: number;
  /** Of its log, once ready. */
  readonly port: number;
  readonly url: string;
  /** All it wrote so far. */
  readonly stdout: string;
  readonly stderr: string;
  readonly ended: Promise<Ended>;
  /** Sends the signal, and resolves once it has ended. */
  end(signal?: NodeJS.Signals): Promise<Ended>;
  /** Resolves with a line of the log whose message matches, past or to come; rejects when it ends without. */
  line(pattern: RegExp): Promise<Record<string, unknown>>;
  /** Process ids of the running mpv that it started. */
  players(): readonly number[];
  /** It, and every process that it started. */
  family(): readonly number[];
}

export interface RunOptions {
  /** Words before the program's own, such as `ip netns exec NAME`; what they run must take their place. */
  readonly before?: readonly string[];
  /** Told as soon as there is a process, long before it is ready. */
  readonly onSpawn?: (child: ChildProcess) => void;
  /** Another build's `main.js`. */
  readonly program?: string;
  /** What Node is told before it. */
  readonly nodeWords?: readonly string[];
}

/** Runs `tonearm run`; resolves when it says that it is ready, or has ended. */
export async function runAgent(
  environment: Readonly<Record<string, string>>,
  { before = [], onSpawn, program = PROGRAM, nodeWords = NODE_WORDS }: RunOptions = {},
): Promise<AgentProcess> {
  const [command = process.execPath, ...words] = [
    ...before,
    ...(before.length > 0 ? [process.execPath] : []),
  ];
  const child = spawn(command, [...words, ...nodeWords, program, 'run'], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onSpawn?.(child);
  const { pid } = child;
  if (pid === undefined) throw new Error('the program could not be started');
  const lines: string[] = [];
  let stderr = '';
  child.stderr.on('data', (text: Buffer) => (stderr += text.toString()));
  const reader = createInterface({ input: child.stdout });
  reader.on('line', line => lines.push(line));
  let isOver = false;
  const ended = once(child, 'close').then(([code, signal]): Ended => {
    isOver = true;
    return { code: code as number | null, signal: signal as string | null };
  });

  async function line(pattern: RegExp): Promise<Record<string, unknown>> {
    for (let at = 0; ; ) {
      for (; at < lines.length; at += 1) {
        const entry = JSON.parse(lines[at] ?? '{}') as Record<string, unknown>;
        if (pattern.test(String(entry['msg']))) return entry;
      }
      if (isOver) throw new Error(`it ended without ${String(pattern)}: ${lines.at(-1) ?? ''}\n${stderr}`);
      await Promise.race([once(reader, 'line'), ended]);
    }
  }

  const ready = await line(/^Tonearm is ready/).catch(() => null);
  const port = Number(ready?.['port'] ?? 0);
  return {
    child,
    pid,
    port,
    url: `http://127.0.0.1:${port}`,
    get stdout() {
      return lines.join('\n');
    },
    get stderr() {
      return stderr;
    },
    ended,
    end(signal = 'SIGKILL') {
      child.kill(signal);
      return ended;
    },
    line,
    family: () => [pid, ...childrenOf(pid)],
    players: () => childrenOf(pid).filter(child => /^mpv/.test(nameOf(child))),
  };
}

function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number)
    .filter(child => statOf(child)?.parent === pid)
    .flatMap(child => [child, ...childrenOf(child)]);
}

function statOf(pid: number): { readonly name: string; readonly parent: number } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [, name = '', state = '', parent = ''] = /\((.*)\) (\S) (\d+)/s.exec(stat) ?? [];
    return state === 'Z' ? null : { name, parent: Number(parent) };
  } catch {
    return null;
  }
}

function nameOf(pid: number): string {
  return statOf(pid)?.name ?? '';
}

export function isRunning(pid: number): boolean {
  return statOf(pid) !== null;
}

/** Waits until the process is gone. */
export async function untilEnded(pid: number): Promise<void> {
  while (isRunning(pid)) await new Promise(resolve => setTimeout(resolve, 20));
}

const STOP_WITHIN_MS = 5_000;
const NEVER_MS = 60_000;

/** How it ends after the signal, or that it did not within the time of the contract, section 6. */
export async function endsBySignal(agent: AgentProcess, signal: 'SIGTERM' | 'SIGINT'): Promise<unknown> {
  const sentMs = performance.now();
  agent.child.kill(signal);
  const never = new Promise(resolve => setTimeout(resolve, NEVER_MS, 'it never ended').unref());
  const end = await Promise.race([agent.ended, never]);
  const tookMs = performance.now() - sentMs;
  return tookMs < slack(STOP_WITHIN_MS)
    ? end
    : `not within five seconds: ${tookMs} ms, ${JSON.stringify(end)}`;
}
