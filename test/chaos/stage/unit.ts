import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AgentProcess,
  isRunning,
  runAgent,
  type RunOptions,
  untilEnded,
} from '../../rigs/agent/process.js';
import { sendSignal } from '../../fakes/machine/send-signal.js';

/** The agent as systemd runs it: started anew a second after it ended, however it ended. */
export interface Unit {
  /** The one that runs and is ready; null in between. */
  readonly agent: AgentProcess | null;
  /** The log of all of them, a line each. */
  log(): string;
  /** Ends as by a crash. */
  kill(): Promise<void>;
  /** Asks it to end, as an update would. */
  terminate(): Promise<void>;
  stop(): Promise<void>;
}

export interface UnitOptions {
  readonly environment: Readonly<Record<string, string>>;
  readonly onBreach: (what: string) => void;
  /** How it is run. */
  readonly running?: RunOptions;
}

const RESTART_MS = 1_000;
const STOP_WITHIN_MS = 5_000;
/** For the kernel to take down whatever the agent leaves behind. */
const ORPHAN_MS = 2_000;

export async function startUnit({ environment, onBreach, running: how = {} }: UnitOptions): Promise<Unit> {
  const past: AgentProcess[] = [];
  let agent: AgentProcess | null = null;
  let isExpected = false;
  const stopping = new AbortController();
  const isStopping = (): boolean => stopping.signal.aborted;

  async function run(onReady: () => void): Promise<void> {
    while (!isStopping()) {
      const running = await runAgent(environment, how);
      past.push(running);
      if (running.port === 0) onBreach(`the agent did not become ready: ${running.stdout}${running.stderr}`);
      else agent = running;
      onReady();
      // Stopped while this one started: nobody else knows of it.
      if (isStopping()) {
        isExpected = true;
        running.child.kill('SIGTERM');
      }
      const { code, signal } = await running.ended;
      agent = null;
      if (!isExpected) onBreach(`the agent ended by itself with ${code ?? signal}: ${running.stderr}`);
      isExpected = false;
      if (!isStopping()) await sleep(RESTART_MS);
    }
  }

  let isFirstUp: () => void = () => undefined;
  const firstUp = new Promise<void>(resolve => (isFirstUp = resolve));
  const running = run(() => isFirstUp());
  await firstUp;

  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const target = agent;
    if (target === null) return;
    const players = target.players();
    isExpected = true;
    target.child.kill(signal);
    const late = sleep(STOP_WITHIN_MS, null, { ref: false });
    const ended = await Promise.race([target.ended, late]);
    if (ended === null) {
      onBreach(`${signal} was not obeyed within five seconds`);
      target.child.kill('SIGKILL');
    } else if (signal === 'SIGTERM' && ended.code !== 0)
      onBreach(`SIGTERM ended with ${ended.code ?? 'a signal'}`);
    const gone = Promise.all(players.map(untilEnded));
    await Promise.race([gone, sleep(ORPHAN_MS, null, { ref: false })]);
    for (const pid of players.filter(isRunning)) {
      onBreach(`a player outlived the agent after ${signal}`);
      sendSignal(pid, 'SIGKILL');
    }
  }

  return {
    get agent() {
      return agent;
    },
    log: () => past.map(({ stdout, stderr }) => `${stdout}\n${stderr}`).join('\n'),
    kill: () => end('SIGKILL'),
    terminate: () => end('SIGTERM'),
    async stop() {
      stopping.abort();
      await end('SIGTERM');
      await running;
    },
  };
}
