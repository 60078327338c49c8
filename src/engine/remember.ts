import { positionOf } from '../core/playing.js';
import { toRemembered, type Remembered } from '../core/projections.js';
import type { State } from '../core/model/state.js';
import type { Cell, Clock, Logger, Store } from '../contract/ports.js';
import type { PositionRecord, SessionRecord } from '../contract/records.js';
import { SAVE_INTERVAL_MS } from './restore.js';

/** How long changes of the volume, and repeated other changes, are collected before they are written, milliseconds. */
const SETTLE_MS = 1_000;
/** How many changes of the item, source or wish are written at once; more of them are written once per second. */
const AT_ONCE = 4;

export interface Memory {
  /** Keeps the stored session in step with the state. */
  observe(state: State): void;
  /**
   * Stops the clock: from now on nothing counts as heard, because a player that hangs while it is being stopped plays
   * nothing.
   */
  freeze(): void;
  /** Resolves once what would be restored differently is on the disk, or could not be written. */
  kept(): Promise<void>;
  /** Makes the last state durable. */
  stop(): Promise<void>;
}

/**
 * Writes what a restart needs. Changes of source, item and wish are written at once, or once per second if they
 * continue; the volume within a second of a change; the position durably once a minute, and unsynced each second.
 */
export function createMemory(options: {
  readonly session: Cell<SessionRecord>;
  readonly position: Pick<Store['position'], 'write'>;
  readonly clock: Clock;
  readonly logger: Logger;
}): Memory {
  const { session, position, clock, logger } = options;
  let latest: State | null = null;
  let written: Remembered | null = null;
  let writtenAtMs = 0;
  const pace = createPace(clock);
  let settling: NodeJS.Timeout | null = null;
  let writing = Promise.resolve();
  let frozenMs: number | null = null;

  const write = (isLast = false): Promise<void> => {
    if (latest === null) return writing;
    if (settling !== null) clearTimeout(settling);
    settling = null;
    const now = frozenMs ?? clock.steadyMs();
    const remembered = toRemembered(latest, now);
    written = isLast ? { ...remembered, exact: true } : remembered;
    writtenAtMs = now;
    pace.pay();
    writing = session.write(written).catch((error: unknown) => {
      logger.warn({ err: error }, 'The playback state could not be saved and may be lost at a restart.');
    });
    return writing;
  };

  const writeSoon = (): void => {
    settling ??= setTimeout(() => void write(), SETTLE_MS);
  };

  const writeLive = createLive(position);

  return {
    observe(state) {
      latest = state;
      const now = clock.steadyMs();
      // Written even before the item sounds: without a position on record, a restart after a kill would skip a minute
      // as heard.
      writeLive(state, now);
      const next = toRemembered(state, now);
      const what = written === null ? 'heard' : changeOf(written, next);
      const sinceMs = state.playlist.current?.anchor.rate === 1 ? now - writtenAtMs : 0;
      const isDue = what === null ? sinceMs >= SAVE_INTERVAL_MS : what === 'heard' && pace.isFree();
      // Killed before it is written, the speaker would play it to whoever has signed in since.
      const isForgotten = next.source === null && written !== null && written.source !== null;
      if (isDue || isForgotten) void write();
      else if (what !== null) writeSoon();
    },
    freeze() {
      frozenMs ??= clock.steadyMs();
    },
    kept: () => (settling === null ? writing : write()),
    stop: () => write(true),
  };
}

/** Writes the position, unsynced, whenever it has moved; none once the source is gone. */
function createLive(position: Pick<Store['position'], 'write'>): (state: State, now: number) => void {
  let live: PositionRecord | null = null;
  return (state, now) => {
    const { source } = state.setting;
    const { current } = state.playlist;
    if (source === null && live !== null) position.write((live = null));
    if (source === null || current?.item.index == null) return;
    const positionMs = Math.floor(positionOf(state, now));
    const { index, trackToken } = current.item;
    const next = { sourceId: source.id, index, trackToken, positionMs };
    if (live !== null && isNear(live, next)) return;
    live = next;
    position.write(next);
  };
}

/** Whether a restart would let something else be heard, or the same at another volume. */
type Urgency = 'heard' | 'volume';

/** The more urgent kind of change. */
function changeOf(written: Remembered, next: Remembered): Urgency | null {
  if (!isSamePlace(written, next) || !isSameWish(written, next)) return 'heard';
  return written.volume !== next.volume || written.muted !== next.muted ? 'volume' : null;
}

/** Limits immediate writes to a burst of `AT_ONCE`, refilled by one per second. */
function createPace(clock: Clock): { isFree(): boolean; pay(): void } {
  let left = AT_ONCE;
  let atMs = clock.steadyMs();
  const refill = (): number => {
    const now = clock.steadyMs();
    left = Math.min(AT_ONCE, left + (now - atMs) / SETTLE_MS);
    atMs = now;
    return left;
  };
  return {
    isFree: () => refill() >= 1,
    pay: () => (left = Math.max(0, refill() - 1)),
  };
}

function isNear(a: PositionRecord, b: PositionRecord): boolean {
  const isSame = a.sourceId === b.sourceId && a.index === b.index && a.trackToken === b.trackToken;
  return isSame && Math.abs(a.positionMs - b.positionMs) < 500;
}

/** Whether a restart would resume at the same moment of the item, or not at all. */
function isSameWish(a: Remembered, b: Remembered): boolean {
  return a.wish === b.wish && a.exact === b.exact && (!b.exact || a.positionMs === b.positionMs);
}

/** Whether a restart would resume with the same item. */
function isSamePlace(a: Remembered, b: Remembered): boolean {
  return (
    a.endTaken === b.endTaken &&
    a.sourceEnded === b.sourceEnded &&
    a.sourceHeld === b.sourceHeld &&
    a.source?.id === b.source?.id &&
    a.closing?.index === b.closing?.index &&
    a.item?.index === b.item?.index &&
    a.item?.trackToken === b.item?.trackToken
  );
}
