import type { Agent } from '../../contract/ports.js';
import type { AccessChange, Snapshot, StateChange, Subscription } from '../../contract/protocol.js';
import type { AccessFollowing } from '../access/access-news.js';
import { encodeNotification } from '../json-rpc.js';
import { BOUNDS } from '../gate/bounds.js';

/** Receives one `state.changed`, encoded once for all listeners. */
export type FrameListener = (frame: Buffer, revision: number) => void;

/** The state for clients, and its changes. */
export interface StateFeed {
  snapshot(): Snapshot;
  /**
   * Returns the changes since a revision that is still kept, oldest first; otherwise the whole state. A client of the
   * list, given by name, gets no changes from before its admission.
   */
  since(revision: number | undefined, admitted?: string): Subscription;
  /** Registers a listener; call the returned function to remove it. */
  listen(listener: FrameListener): () => void;
  start(): void;
  stop(): void;
}

/** Passes the agent's changes to all sessions, and keeps the latest of them. */
export function createStateFeed(
  agent: Agent,
  access: Pick<AccessFollowing, 'onChange' | 'onRenamed'>,
): StateFeed {
  const kept: { readonly change: StateChange; readonly bytes: number }[] = [];
  let keptBytes = 0;
  const listeners = new Set<FrameListener>();
  let ends: (() => void)[] = [];
  const admissions = createAdmissions();
  let listener: string | null = null;

  /**
   * Whether the change is to another listener. Not if the service ended the pairing: the same listener may come back.
   */
  function isAnothers({ changes: { account, pairing } }: StateChange): boolean {
    const before = listener;
    if (account !== undefined) listener = account?.id ?? null;
    return before === null ? pairing === 'unpaired' : before !== listener;
  }

  function publish(change: StateChange): void {
    const frame = Buffer.from(encodeNotification('state.changed', change));
    kept.push({ change, bytes: frame.length });
    keptBytes += frame.length;
    // A guest's commands may make long changes.
    while (kept.length > BOUNDS.changes || keptBytes > BOUNDS.changeBytes)
      keptBytes -= kept.shift()?.bytes ?? keptBytes;
    // The next listener must not learn what the last one heard, or who was there.
    if (isAnothers(change)) kept.length = keptBytes = 0;
    for (const listener of listeners) listener(frame, change.revision);
  }

  function noteAdmitted({ what, name }: AccessChange): void {
    if (what !== 'admitted' || name === undefined) return;
    admissions.note(name, agent.snapshot().revision, kept[0]?.change.revision ?? Infinity);
  }

  /** Returns the changes since a revision; null if some of them are not known any more, or never were. */
  function changesSince(revision: number, current: number): StateChange[] | null {
    if (revision === current) return [];
    const first = kept.findIndex(({ change }) => change.revision === revision + 1);
    return first === -1 ? null : kept.slice(first).map(({ change }) => change);
  }

  return {
    snapshot: () => agent.snapshot(),
    since(since, admitted = '') {
      const snapshot = agent.snapshot();
      if (since === undefined || since < admissions.revisionOf(admitted)) return snapshot;
      const changes = changesSince(since, snapshot.revision);
      if (changes === null) return snapshot;
      const { revision, nowMs } = snapshot;
      return { revision, nowMs, changes: changes.map(({ nowMs: _, ...change }) => change) };
    },
    listen(told) {
      listeners.add(told);
      return () => listeners.delete(told);
    },
    start() {
      if (ends.length > 0) return;
      listener = agent.snapshot().state.account?.id ?? null;
      ends = [agent.observe(publish), access.onChange(noteAdmitted), access.onRenamed(admissions.rename)];
    },
    stop() {
      for (const each of ends) each();
      ends = [];
    },
  };
}

/** The revisions at which listed clients were admitted, by name, as long as older changes are kept. */
interface Admissions {
  revisionOf(name: string): number;
  /** Notes an admission; forgets those before the `oldest` kept revision. */
  note(name: string, revision: number, oldest: number): void;
  readonly rename: (was: string, name: string) => void;
}

function createAdmissions(): Admissions {
  const revisions = new Map<string, number>();
  return {
    revisionOf: name => revisions.get(name) ?? 0,
    note(name, revision, oldest) {
      for (const [each, at] of revisions) if (at < oldest) revisions.delete(each);
      revisions.set(name, revision);
    },
    rename(was, name) {
      const revision = revisions.get(was);
      revisions.delete(was);
      if (revision !== undefined) revisions.set(name, revision);
    },
  };
}
