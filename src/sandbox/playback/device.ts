import { randomBytes } from 'node:crypto';
import { badArgument, sourceNotSet } from '../field-error.js';
import type { Listener } from '../library/listeners.js';
import { hashOf } from '../random.js';
import type { Piece, Programme } from './programme.js';

/** What sounds on a device now. */
export interface Playing {
  readonly piece: Piece;
  readonly programme: Programme;
  /** Counts up from 0 within a source, whatever way the source moves. */
  readonly index: number;
  /** Place in the programme. */
  readonly position: number;
  readonly trackToken: string;
  readonly interactions: readonly string[];
  /** Seconds; null where the client chooses. */
  readonly progressFrequency: number | null;
}

/** A report as it came in; `elapsedS` is whole seconds. */
export interface DeviceReport {
  readonly operation: string;
  readonly index: number;
  readonly elapsedS: number;
}

export interface DeviceOptions {
  readonly deviceUuid: string;
  readonly listener: Listener;
  /** Undefined: an integer for some items and null for others. */
  readonly progressFrequency: number | null | undefined;
}

const REPORTS_KEPT = 1000;

/** Playback of one device of one listener (specification, section 3). */
export type Device = ReturnType<typeof createDevice>;

export function createDevice({ deviceUuid, listener, progressFrequency }: DeviceOptions) {
  const reports: DeviceReport[] = [];
  let playing: Playing | null = null;
  let allowed: readonly string[] | null = null;
  let elapsedS = 0;
  let ended = false;

  function playAt(programme: Programme, position: number, index: number): boolean {
    const piece = programme.at(position);
    if (piece === null) return false;
    playing = {
      piece,
      programme,
      index,
      position,
      trackToken: randomBytes(24).toString('base64'),
      interactions: interactionsOf(piece, programme),
      progressFrequency: progressFrequency === undefined ? usualFrequency(piece) : progressFrequency,
    };
    elapsedS = 0;
    ended = false;
    return true;
  }

  function current(sourceId?: string | null): Playing {
    if (playing === null) throw sourceNotSet();
    if (sourceId != null && sourceId !== playing.programme.id) throw sourceNotSet();
    return allowed === null ? playing : { ...playing, interactions: allowed };
  }

  return {
    deviceUuid,
    listener,
    reports,
    get playing(): Playing | null {
      return playing;
    },
    get source(): { readonly id: string; readonly type: string } | null {
      return playing === null ? null : { id: playing.programme.id, type: playing.programme.type };
    },
    get index(): number | null {
      return playing?.index ?? null;
    },
    /** As last reported for the current item. */
    get elapsedS(): number {
      return elapsedS;
    },
    /** The last item of a finite source was reported ended; it stays current and `index` does not move. */
    get ended(): boolean {
      return ended;
    },
    setSource(programme: Programme): Playing {
      if (!playAt(programme, 0, 0)) throw badArgument('the source is empty');
      return current();
    },
    current,
    /**
     * Takes a report. One about an item already left is taken and changes nothing.
     * @returns whether it concerns the current item
     */
    report(operation: string, sourceId: string, index: number, elapsed: number): boolean {
      const now = current(sourceId);
      if (elapsed < 0) throw badArgument('elapsedTime must not be negative');
      if (index < 0 || index > now.index) throw badArgument(`no item with index ${index} was handed out`);
      reports.push({ operation, index, elapsedS: elapsed });
      if (reports.length > REPORTS_KEPT) reports.shift();
      if (index < now.index) return false;
      elapsedS = elapsed;
      return true;
    },
    /** Goes on to the next item, or to the one `by` places away; at the end of a finite source stays. */
    advance(by = 1): void {
      const { programme, position, index } = current();
      if (!playAt(programme, Math.max(0, position + by), index + 1)) ended = true;
    },
    forgetSource(): void {
      playing = null;
      ended = false;
    },
    /** From now on every item allows exactly this; null: what is usual for it. */
    allow(interactions: readonly string[] | null): void {
      allowed = interactions;
    },
  };
}

function interactionsOf(piece: Piece, programme: Programme): readonly string[] {
  switch (piece.kind) {
    case 'track':
      if (programme.station === null) return ['SKIP', 'SEEK', 'PREVIOUS'];
      return hashOf(piece.id) % 4 === 0 ? ['SKIP', 'THUMB'] : ['SKIP', 'REPLAY', 'THUMB'];
    case 'episode':
      return ['BACK_15_SECONDS', 'FORWARD_15_SECONDS', 'SEEK'];
    case 'ad':
    case 'message':
      return [];
  }
}

function usualFrequency(piece: Piece): number | null {
  if (piece.kind === 'episode') return 15;
  return hashOf(`${piece.id}/frequency`) % 3 === 0 ? null : 30;
}
