import type { Agent } from '../ports.js';
import type { Snapshot, StateChange, Subscription } from '../protocol.js';
import { encodeNotification } from './json-rpc.js';
import { CONTROL_LIMITS } from './limits.js';

/** Takes one `state.changed`, encoded once for all. */
export type FrameListener = (frame: Buffer, revision: number) => void;

export interface StateFeed {
  snapshot(): Snapshot;
  /** What changed since a revision that is still kept, oldest first; else the whole state. */
  since(revision: number | undefined): Subscription;
  /** Call the answer to end it. */
  listen(listener: FrameListener): () => void;
  start(): void;
  stop(): void;
}

/** Hands the agent's changes to any number of sessions, and remembers the last of them. */
export function createStateFeed(agent: Agent): StateFeed {
  const kept: { readonly change: StateChange; readonly bytes: number }[] = [];
  let keptBytes = 0;
  const listeners = new Set<FrameListener>();
  let end: (() => void) | null = null;

  function publish(change: StateChange): void {
    const frame = Buffer.from(encodeNotification('state.changed', change));
    kept.push({ change, bytes: frame.length });
    keptBytes += frame.length;
    // A guest's commands may be long.
    while (kept.length > CONTROL_LIMITS.changes || keptBytes > CONTROL_LIMITS.changeBytes)
      keptBytes -= kept.shift()?.bytes ?? keptBytes;
    for (const listener of listeners) listener(frame, change.revision);
  }

  /** Null: something in between is not known any more, or never was. */
  function changesSince(revision: number, current: number): StateChange[] | null {
    if (revision === current) return [];
    const first = kept.findIndex(({ change }) => change.revision === revision + 1);
    return first === -1 ? null : kept.slice(first).map(({ change }) => change);
  }

  return {
    snapshot: () => agent.snapshot(),
    since(since) {
      const snapshot = agent.snapshot();
      if (since === undefined) return snapshot;
      const changes = changesSince(since, snapshot.revision);
      if (changes === null) return snapshot;
      const { revision, nowMs } = snapshot;
      return { revision, nowMs, changes: changes.map(({ nowMs: _, ...change }) => change) };
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start() {
      end ??= agent.observe(publish);
    },
    stop() {
      end?.();
      end = null;
    },
  };
}
