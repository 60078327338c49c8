import { randomBytes } from 'node:crypto';
import { badArgument, sourceNotSet } from '../field-error.js';
import type { Listener } from '../library/listeners.js';
import { interactionsOf, usualFrequency } from './allowance.js';
import type { Piece, Programme } from './programme.js';

/** The current item of a device. */
export interface PlayingPiece {
  readonly piece: Piece;
  readonly programme: Programme;
  /** Counts up from 0 within a source, whichever way the source moves. */
  readonly index: number;
  /** Position in the programme. */
  readonly position: number;
  readonly trackToken: string;
  readonly interactions: readonly string[];
  /** Seconds; null where the client chooses. */
  readonly progressFrequency: number | null;
}

/** Why a device may not continue until a listener acts (profile `full`). */
export type Interruption = 'idleTimeout' | 'takenOver';

/** A report as received; `elapsedS` is in whole seconds. */
export interface DeviceReport {
  readonly operation: string;
  readonly index: number;
  readonly elapsedS: number;
  /** Token of the reported item if it is current; null for an item already left. */
  readonly trackToken: string | null;
}

export interface DeviceOptions {
  readonly deviceUuid: string;
  readonly listener: Listener;
  /** Seconds for every item; undefined: an integer for some items and null for others. */
  readonly progressFrequency: number | null | undefined;
}

const REPORTS_KEPT = 1000;

/** The playback of one device of one listener (specification, section 3). */
export type Device = ReturnType<typeof createDevice>;

export function createDevice({ deviceUuid, listener, progressFrequency }: DeviceOptions) {
  const reports: DeviceReport[] = [];
  const queued: Piece[] = [];
  let playing: PlayingPiece | null = null;
  let upNext: PlayingPiece | null = null;
  let allowed: readonly string[] | null = null;
  let interruption: Interruption | null = null;
  let elapsedS = 0;
  let ended = false;

  function itemOf(programme: Programme, piece: Piece, position: number, index: number): PlayingPiece {
    return {
      piece,
      programme,
      index,
      position,
      trackToken: randomBytes(24).toString('base64'),
      interactions: interactionsOf(piece, programme),
      progressFrequency: progressFrequency === undefined ? usualFrequency(piece) : progressFrequency,
    };
  }

  function enter(item: PlayingPiece): void {
    if (queued[0] === item.piece) queued.shift();
    playing = item;
    upNext = null;
    elapsedS = 0;
    ended = false;
  }

  /** Returns the item after the current one, fixed by the first call; null at the end of a finite source. */
  function next(): PlayingPiece | null {
    if (upNext !== null) return upNext;
    const { programme, position, index } = required();
    // An inserted piece takes no position in the programme.
    const [inserted] = queued;
    const piece = inserted ?? programme.at(position + 1);
    const nextPosition = inserted === undefined ? position + 1 : position;
    upNext = piece === null ? null : itemOf(programme, piece, nextPosition, index + 1);
    return upNext;
  }

  function required(sourceId?: string | null): PlayingPiece {
    if (playing === null) throw sourceNotSet();
    if (sourceId != null && sourceId !== playing.programme.id) throw sourceNotSet();
    return playing;
  }

  function current(sourceId?: string | null): PlayingPiece {
    const now = required(sourceId);
    return allowed === null ? now : { ...now, interactions: allowed };
  }

  return {
    deviceUuid,
    listener,
    reports,
    get playing(): PlayingPiece | null {
      return playing;
    },
    get source(): { readonly id: string; readonly type: string } | null {
      return playing === null ? null : { id: playing.programme.id, type: playing.programme.type };
    },
    get index(): number | null {
      return playing?.index ?? null;
    },
    /** Elapsed seconds of the current item, as last reported. */
    get elapsedS(): number {
      return elapsedS;
    },
    /** Whether the last item of a finite source was reported as ended; it stays current and `index` does not move. */
    get ended(): boolean {
      return ended;
    },
    get interruption(): Interruption | null {
      return interruption;
    },
    setSource(programme: Programme): PlayingPiece {
      const first = programme.at(0);
      if (first === null) throw badArgument('the source is empty');
      interruption = null;
      enter(itemOf(programme, first, 0, 0));
      return current();
    },
    current,
    next,
    /** Returns an item that has the next index but is not the next one. */
    decoy(): PlayingPiece | null {
      const { programme, position, index } = required();
      const piece = programme.at(position + 2);
      return piece === null ? null : itemOf(programme, piece, position + 2, index + 1);
    },
    /**
     * Accepts a report. A report about an item already left is accepted and changes nothing.
     * @returns whether it concerns the current item
     */
    report(operation: string, sourceId: string, index: number, elapsed: number): boolean {
      const now = required(sourceId);
      if (elapsed < 0) throw badArgument('elapsedTime must not be negative');
      if (index < 0 || index > now.index) throw badArgument(`no item with index ${index} was handed out`);
      const trackToken = index === now.index ? now.trackToken : null;
      reports.push({ operation, index, elapsedS: elapsed, trackToken });
      if (reports.length > REPORTS_KEPT) reports.shift();
      if (index < now.index || interruption !== null) return false;
      elapsedS = elapsed;
      return true;
    },
    /** Moves to the next item; stays at the end of a finite source. */
    advance(): void {
      const item = next();
      if (item === null) ended = true;
      else enter(item);
    },
    /** Moves by `by` positions, at most back to the beginning; 0 starts the same piece again. */
    jump(by: number): void {
      const { programme, position, index, piece } = required();
      const target = Math.max(0, position + by);
      enter(itemOf(programme, by === 0 ? piece : (programme.at(target) ?? piece), target, index + 1));
    },
    /** Removes the source, as the service does after 30 days. */
    forgetSource(): void {
      playing = null;
      upNext = null;
      ended = false;
    },
    /** Sets the interactions of every item from now on; null: the usual ones of each item. */
    allow(interactions: readonly string[] | null): void {
      allowed = interactions;
    },
    /** Inserts a piece right after the current item (profile `full`), unless the next item was looked at already. */
    insert(piece: Extract<Piece, { readonly title: string }>): void {
      queued.push(piece);
    },
    /** Allows only FORCE_ACTIVE until `setSource` (profile `full`). */
    interrupt(reason: Interruption): void {
      interruption = reason;
    },
  };
}
