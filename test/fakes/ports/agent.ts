import type { By, Cause, Command } from '../../../src/contract/command.js';
import type { PublicState } from '../../../src/contract/public-state.js';
import type { Agent } from '../../../src/contract/ports.js';
import type { StateChange } from '../../../src/contract/protocol.js';

const STATE: PublicState = {
  pairing: 'paired',
  playbackStatus: 'stopped',
  buffering: false,
  silenceReason: 'noSource',
  notice: null,
  source: null,
  item: null,
  position: { positionMs: 0, atMs: 1_700_000_000_000, rate: 0 },
  volume: 35,
  volumeMax: 100,
  sleep: null,
  alarm: null,
  announcement: null,
  muted: false,
  upNext: null,
  account: { id: 'LI:1', name: 'Ada' },
  can: {
    play: false,
    pause: false,
    next: false,
    previous: false,
    replay: false,
    seek: false,
    feedback: false,
  },
};

export interface FakeAgent extends Agent {
  readonly commands: { command: Command; cause: Cause }[];
  /** Whose each of them is. */
  readonly keys: (string | undefined)[];
  /** Replaces what `execute` does after noting the command. */
  answer: (command: Command, cause: Cause) => Promise<{ revision: number }>;
  /** One more revision. */
  change(changes: Partial<PublicState>, cause?: Cause): number;
  readonly observers: number;
}

/** An engine that knows volumes and notes everything else. */
export function createFakeAgent(revision = 2 ** 40): FakeAgent {
  const listeners = new Set<(change: StateChange) => void>();
  let state = STATE;

  const agent: FakeAgent = {
    commands: [],
    keys: [],
    async answer(command, cause) {
      if (command.type !== 'setVolume') return { revision };
      const volume = 'volume' in command ? command.volume : state.volume + command.offset;
      return { revision: agent.change({ volume }, cause) };
    },
    change(changes, cause) {
      revision += 1;
      state = { ...state, ...changes };
      const change = { revision, nowMs: Date.now(), changes, ...(cause === undefined ? {} : { cause }) };
      for (const listener of listeners) listener(change);
      return revision;
    },
    execute(command, { key, guest: _, ...cause }: By) {
      agent.keys.push(key);
      agent.commands.push({ command, cause });
      return agent.answer(command, cause);
    },
    snapshot: () => ({ revision, nowMs: Date.now(), state }),
    observe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    get observers() {
      return listeners.size;
    },
  };
  return agent;
}
