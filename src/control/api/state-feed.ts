import type { Agent } from '../../contract/ports.js';
import type { StateChange, Subscription } from '../../contract/protocol.js';
import { encodeNotification } from '../json-rpc.js';
import { BOUNDS } from '../gate/bounds.js';

/** Receives one `state.changed`, encoded once for all listeners. */
export type FrameListener = (frame: Buffer, revision: number) => void;

export type StateFeed = ReturnType<typeof createStateFeed>;

/** Passes the agent's changes to all sessions, and keeps the latest of them. */
export function createStateFeed(agent: Agent) {
  const kept: { readonly change: StateChange; readonly bytes: number }[] = [];
  let keptBytes = 0;
  const listeners = new Set<FrameListener>();
  let end: (() => void) | null = null;

  function publish(change: StateChange): void {
    const frame = Buffer.from(encodeNotification('state.changed', change));
    kept.push({ change, bytes: frame.length });
    keptBytes += frame.length;
    // A guest's commands may make long changes.
    while (kept.length > BOUNDS.changes || keptBytes > BOUNDS.changeBytes)
      keptBytes -= kept.shift()?.bytes ?? keptBytes;
    // The next listener must not learn what the last one heard, or who was there.
    if (change.changes.account !== undefined || change.changes.pairing === 'unpaired')
      kept.length = keptBytes = 0;
    for (const listener of listeners) listener(frame, change.revision);
  }

  /** Returns the changes since a revision; null if some of them are not known any more, or never were. */
  function changesSince(revision: number, current: number): StateChange[] | null {
    if (revision === current) return [];
    const first = kept.findIndex(({ change }) => change.revision === revision + 1);
    return first === -1 ? null : kept.slice(first).map(({ change }) => change);
  }

  return {
    snapshot: () => agent.snapshot(),
    /** Returns the changes since a revision that is still kept, oldest first; otherwise the whole state. */
    since(since: number | undefined): Subscription {
      const snapshot = agent.snapshot();
      const changes = since === undefined ? null : changesSince(since, snapshot.revision);
      if (changes === null) return snapshot;
      const { revision, nowMs } = snapshot;
      return { revision, nowMs, changes: changes.map(({ nowMs: _, ...change }) => change) };
    },
    /** Registers a listener; call the returned function to remove it. */
    listen(told: FrameListener): () => void {
      listeners.add(told);
      return () => listeners.delete(told);
    },
    start(): void {
      end ??= agent.observe(publish);
    },
    stop(): void {
      end?.();
      end = null;
    },
  };
}
