// @ts-nocheck: frozen, while the types it was written for go on.
import type { Item } from './item.js';

/** One item's turn on the speaker, kept through pauses, faults and restarts. */
export interface Turn {
  readonly item: Item;
  /** Steady time at which the audioUrl came; null when it holds none. */
  readonly urlSinceMs: number | null;
  /** Steady time at which it first sounded. */
  readonly sinceMs: number | null;
  /** The player's own length, once known. */
  readonly lengthMs: number | null;
  /** Data still come: it may sound longer than any length says. */
  readonly isOpen: boolean;
  /** Sound since the last progress report, and the position up to which it was counted. */
  readonly heardMs: number;
  readonly heardToMs: number;
  /**
   * `due`: it is over and the service must hear of it. `reported`: the service has answered, and its last second may
   * still sound. `over`: reported, and nothing of it is left to sound.
   */
  readonly end: 'ahead' | 'due' | 'reported' | 'over';
  /** A report of its end may have been taken though no answer came: read `current` before another. */
  readonly doubtful: boolean;
  /** The question under way that may settle this. */
  readonly doubtId: number | null;
  /** The report of its end was answered, though not with what follows: it must not be sent again. */
  readonly endTaken: boolean;
  /** The last progress report; an answer to an earlier one, or to one of before the source was set, says nothing now. */
  readonly reportId: number | null;
  /** Loads that failed by the item's own fault. */
  readonly faults: number;
  /** Where an `eof` was not believed. */
  readonly cutAtMs: number | null;
  /** Where it was given up; null: its end is its length. */
  readonly gaveUpAtMs: number | null;
  /** How often the service was asked what comes after it, and the question under way. */
  readonly peeks: number;
  readonly peekId: number | null;
}

/** What the service says will follow (service rules, "look ahead", full); its answer to the end report decides. */
export interface Preview {
  readonly item: Item;
  readonly urlSinceMs: number;
  /** Null: not in the player. */
  readonly loadId: number | null;
}

/** The end of the item before the one in turn, of which the service has not answered yet: the next one sounds already. */
export interface Closing {
  /** Null: the last try failed, the timer `closing` makes the next. */
  readonly requestId: number | null;
  readonly sourceId: string;
  readonly index: number;
  readonly trackToken: string | null;
  readonly lengthS: number;
  readonly doubtful: boolean;
  /** Tries that failed. */
  readonly attempt: number;
  /** The service had forgotten the source: it is being set again, or was in this try (told so once more means waiting). */
  readonly restore: 'asked' | 'done' | null;
}

/** What follows the item in turn, as the answer to the report of its end tells. */
export type UpNext =
  /** Not told. `requestId`: the report under way that is to tell it; null: none is. */
  | { readonly is: 'unknown'; readonly requestId: number | null }
  | {
      readonly is: 'some';
      readonly item: Item;
      readonly urlSinceMs: number;
      /** Null: not in the player. */
      readonly loadId: number | null;
    }
  /** The source is at its end. */
  | { readonly is: 'none' };

export const NOT_TOLD: UpNext = { is: 'unknown', requestId: null };

/** The report of the end that is under way and will tell what follows; null: none is. */
export function askedWith(upNext: UpNext): number | null {
  return upNext.is === 'unknown' ? upNext.requestId : null;
}

export function createTurn(item: Item, urlSinceMs: number | null, positionMs: number): Turn {
  return {
    item,
    urlSinceMs,
    sinceMs: null,
    lengthMs: null,
    isOpen: false,
    heardMs: 0,
    heardToMs: positionMs,
    end: 'ahead',
    doubtful: false,
    doubtId: null,
    endTaken: false,
    reportId: null,
    faults: 0,
    cutAtMs: null,
    gaveUpAtMs: null,
    peeks: 0,
    peekId: null,
  };
}

/** The service has heard of its end: nothing more is reported of it. */
export function isReported({ end }: Turn): boolean {
  return end === 'reported' || end === 'over';
}

/** A report that ends it is sent: until it is answered nobody knows whether it was taken. */
export function inDoubt(turn: Turn): Turn {
  return { ...turn, doubtful: true, doubtId: null };
}

/** Sound that is so far beyond a length shows that the length is wrong. */
const BEYOND_MS = 1_000;

/** Where the item ends: the player knows best, then the service; null when neither does, or it has sounded beyond. */
export function endOf(turn: Turn | null): number | null {
  const endMs = turn?.lengthMs ?? turn?.item.durationMs ?? null;
  return turn === null || endMs === null || turn.heardToMs > endMs + BEYOND_MS ? null : endMs;
}
