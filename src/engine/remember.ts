import { positionOf } from '../core/playing.js';
import { toRemembered, type Remembered } from '../core/projections.js';
import type { State } from '../core/model/state.js';
import type { Cell, Clock, Logger } from '../ports.js';
import type { PositionRecord, SessionRecord } from '../records.js';
import { SAVE_INTERVAL_MS } from './restore.js';

/** A volume being dragged is written when it has come to rest; so is the wish of a listener who changes it again and again. */
const SETTLE_MS = 1_000;
/** What one command changes one after the other is written at once; who gives many has it written once a second. */
const AT_ONCE = 4;

export interface Memory {
  /** Keeps the disk in step with the state. */
  observe(state: State): void;
  /** From here on nothing counts as heard: a player that hangs while it is stopped plays nothing. */
  freeze(): void;
  /** Makes the last state durable. */
  stop(): Promise<void>;
}

/**
 * Writes what a restart needs: changes of source and item at once, of those that go on and of the wish once a second, the volume when it rests, the
 * position once a minute durably and each second unsynced.
 */
export function createMemory(options: {
  readonly session: Cell<SessionRecord>;
  readonly position: { write(value: PositionRecord): void };
  readonly clock: Clock;
  readonly logger: Logger;
}): Memory {
  const { session, position, clock, logger } = options;
  let latest: State | null = null;
  let written: Remembered | null = null;
  let writtenAtMs = 0;
  const pace = createPace(clock);
  let settling: NodeJS.Timeout | null = null;
  let frozenMs: number | null = null;

  const write = async (isLast = false): Promise<void> => {
    if (latest === null) return;
    if (settling !== null) clearTimeout(settling);
    settling = null;
    const now = frozenMs ?? clock.steadyMs();
    const remembered = toRemembered(latest, now);
    written = isLast ? { ...remembered, exact: true } : remembered;
    writtenAtMs = now;
    pace.pay();
    try {
      await session.write(written);
    } catch (error) {
      logger.warn({ err: error }, 'What plays could not be saved; after a restart it may be forgotten.');
    }
  };

  const isDue = (what: Change, now: number): boolean =>
    what === 'place' ? pace.isFree() : what === 'wish' && now - writtenAtMs >= SETTLE_MS;

  const writeSoon = (): void => {
    settling ??= setTimeout(() => void write(), SETTLE_MS);
  };

  const writeLive = createLive(position);

  return {
    observe(state) {
      latest = state;
      const now = clock.steadyMs();
      // Also before it sounds: without a place on record a killed agent would take a minute of it for heard.
      writeLive(state, now);
      const next = toRemembered(state, now);
      const what = written === null ? 'place' : changeOf(written, next);
      const sinceMs = state.playlist.current?.anchor.rate === 1 ? now - writtenAtMs : 0;
      if (what === null ? sinceMs >= SAVE_INTERVAL_MS : isDue(what, now)) void write();
      else if (what !== null) writeSoon();
    },
    freeze() {
      frozenMs ??= clock.steadyMs();
    },
    stop: () => write(true),
  };
}

/** Writes where it is, unsynced, wherever that has moved. */
function createLive(position: { write(value: PositionRecord): void }): (state: State, now: number) => void {
  let live: PositionRecord | null = null;
  return (state, now) => {
    const { source } = state.setting;
    const { current } = state.playlist;
    if (source === null || current?.item.index == null) return;
    const positionMs = Math.floor(positionOf(state, now));
    const { index, trackToken } = current.item;
    const next = { sourceId: source.id, index, trackToken, positionMs };
    if (live !== null && isNear(live, next)) return;
    live = next;
    position.write(next);
  };
}

type Change = 'place' | 'wish' | 'volume';

/** The most urgent of what has changed. */
function changeOf(written: Remembered, next: Remembered): Change | null {
  if (!isSamePlace(written, next)) return 'place';
  if (!isSameWish(written, next)) return 'wish';
  return written.volume !== next.volume || written.muted !== next.muted ? 'volume' : null;
}

/** How often what changes is written at once. */
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

/** Whether a restart would go on at the same moment of the item, or not at all. */
function isSameWish(a: Remembered, b: Remembered): boolean {
  return a.wish === b.wish && a.exact === b.exact && (!b.exact || a.positionMs === b.positionMs);
}

/** Whether a restart would go on with the same item. */
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
