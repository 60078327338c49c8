import type { Item } from '../item.js';
import type { Anchor } from '../position.js';

/** What an end is reported by: it has come, or a listener skipped. */
export type EndedBy = 'end' | 'skip';

/** An end that the service must hear of, and surely has not (`due`), may have (`unknown`), or is being told (`sent`). */
export interface OpenEnd {
  readonly at: 'due' | 'sent' | 'unknown';
  readonly by: EndedBy;
  /** Where it ended, whole seconds. */
  readonly elapsedS: number;
  /** How often it was sent in this try. */
  readonly tries: number;
}

/** How far the service is with the end of an entry. */
export type End =
  | { readonly at: 'ahead' }
  | OpenEnd
  /** Heard of, never to be sent again; what follows is not told yet. `looks`: how often that was looked for. */
  | { readonly at: 'taken'; readonly looks: number; readonly waited: boolean }
  /** What follows is told. */
  | { readonly at: 'settled' };

/** What the service is to be told of an entry, in the order in which it happened. */
export interface Note {
  readonly id: number;
  readonly what: 'setStarted' | 'setPaused' | 'setProgress';
  readonly elapsedS: number;
}

/** One item on the speaker, kept through pauses, faults and restarts. Times are of the steady clock, milliseconds. */
export interface Entry {
  readonly id: number;
  readonly item: Item;
  /** The place before it in the same setting of the source; `current` may still be there. */
  readonly after: Pick<Item, 'index' | 'trackToken'> | null;
  readonly address: { readonly url: string; readonly sinceMs: number } | null;
  readonly anchor: Anchor;
  /** Rises with every jump. */
  readonly cue: number;
  /** Nothing of it is left to sound. */
  readonly over: boolean;
  readonly end: End;
  readonly notes: readonly Note[];
  /** The question of the last note: an answer to an earlier one says nothing now. */
  readonly lastNote: number | null;
  readonly firstHeardMs: number | null;
  /** The player's own length, once known. */
  readonly lengthMs: number | null;
  /** Data still come: it may sound longer than any length says. */
  readonly isOpen: boolean;
  /** Up to here it was heard, and so much of that no note has told. */
  readonly heardToMs: number;
  readonly untoldMs: number;
  /** Loads that failed by the item's own fault. */
  readonly faults: number;
  /** Where an `eof` was not believed. */
  readonly cutAtMs: number | null;
  /** How often the service was asked what comes after it, and whether it is time to. */
  readonly peeks: number;
  readonly peekDue: boolean;
}

/** An entry that has given way to the one that sounds before its end was settled. */
export interface Previous {
  readonly id: number;
  readonly index: number;
  readonly trackToken: string | null;
  readonly lengthS: number;
  readonly end: Exclude<End, { at: 'ahead' | 'settled' }>;
}

/** `peeked`: what probably follows; the answer to the end report decides. `told`: that answer, or what `current` said after it. */
export type Next =
  | { readonly is: 'unknown' }
  /** The source is at its end. */
  | { readonly is: 'none' }
  | { readonly is: 'some'; readonly entry: Entry; readonly certainty: 'peeked' | 'told' };

export interface Playlist {
  readonly previous: Previous | null;
  readonly current: Entry | null;
  readonly next: Next;
}
