import { LocalSocket } from '../../client/node-local-socket.js';

const WAIT_MS = 5_000;

/** The flight recorder of the agent behind this `control.sock`, oldest first; null when none answers. */
export function readRecord(socketPath: string): Promise<readonly string[] | null> {
  const socket = new LocalSocket(socketPath);
  return new Promise(resolve => {
    const settle = (lines: readonly string[] | null) => {
      clearTimeout(late);
      socket.close();
      resolve(lines);
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

function parseRecord(data: unknown): readonly string[] | null {
  try {
    const answer = JSON.parse(String(data)) as { readonly result?: { readonly lines?: unknown } };
    const lines = answer.result?.lines;
    return Array.isArray(lines) ? lines.map(String) : null;
  } catch {
    return null;
  }
}
