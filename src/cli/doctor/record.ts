import type { AudioHost } from '../../ports.js';
import { LocalSocket } from '../../client/node-local-socket.js';

const WAIT_MS = 5_000;

export interface AgentRecord {
  /** The flight recorder, oldest first. */
  readonly lines: readonly string[];
  readonly audioHost: AudioHost | null;
}

/** What the agent behind this `control.sock` has noted; null when none answers. */
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
        // The greeting.
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
    // It comes from an agent of this machine, of whichever version.
    return { lines: result.lines.map(String), audioHost: result.audioHost ?? null };
  } catch {
    return null;
  }
}
