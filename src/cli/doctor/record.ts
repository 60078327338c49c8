import type { AudioHost } from '../../contract/ports.js';
import { LocalSocket } from '../../client/node-local-socket.js';

const WAIT_MS = 8_000;

export interface AgentRecord {
  /** The entries of the flight recorder, oldest first. */
  readonly lines: readonly string[];
  /** The host that audio was last requested from; null if none was yet. */
  readonly audioHost: AudioHost | null;
  /** Whether the time in which anybody nearby may pair the speaker is over. */
  readonly isPairingOver: boolean;
  /** The places of other speakers that have this one's id, such as `kitchen-2.local:8710`. */
  readonly twins: readonly string[];
  /** The redirect address at the start of the agent, if it has changed since. */
  readonly formerRedirectUri: string | null;
}

/** Reads the record of the agent behind this `control.sock`; null if none answers. */
export function readRecord(socketPath: string): Promise<AgentRecord | null> {
  const socket = new LocalSocket(socketPath);
  return new Promise(resolve => {
    const settle = (record: AgentRecord | null) => {
      clearTimeout(late);
      socket.close();
      resolve(record);
    };
    const late = setTimeout(() => settle(null), WAIT_MS);
    socket.addEventListener('error', () => settle(null));
    socket.addEventListener('close', () => settle(null));
    let isAsked = false;
    socket.addEventListener('message', ({ data }) => {
      if (!isAsked) {
        // The first message is the greeting.
        isAsked = true;
        socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'system.record' }));
        return;
      }
      settle(parseRecord(data));
    });
  });
}

function parseRecord(data: unknown): AgentRecord | null {
  try {
    const { result } = JSON.parse(String(data)) as { readonly result?: Partial<AgentRecord> };
    if (!Array.isArray(result?.lines)) return null;
    // The agent may be of another version, so validate its answer.
    const { lines, audioHost = null, isPairingOver, twins = [], formerRedirectUri = null } = result;
    return {
      lines: lines.map(String),
      audioHost,
      isPairingOver: isPairingOver === true,
      twins: twins.map(String),
      formerRedirectUri,
    };
  } catch {
    return null;
  }
}
