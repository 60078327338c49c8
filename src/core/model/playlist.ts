import type { Item } from '../vocabulary/item.js';
import type { Anchor } from '../vocabulary/position.js';

/** How an end came about: the item reached it, or a listener skipped. */
export type EndedBy = 'end' | 'skip';

/** An end to be reported: certainly not received (`due`), being sent (`sent`), or possibly received (`unknown`). */
export interface OpenEnd {
  readonly at: 'due' | 'sent' | 'unknown';
  readonly by: EndedBy;
  /** Where it ended, whole seconds. */
  readonly elapsedS: number;
  /** How often it was sent in this attempt. */
  readonly tries: number;
}

/** How far the service is with the end of an entry. */
export type End =
  | { readonly at: 'ahead' }
  | OpenEnd
  /** Received; what follows is not known. `looks`: how often that was asked; `waited`: the next time is due. */
  | { readonly at: 'taken'; readonly looks: number; readonly waited: boolean }
  /** The service has said what follows. */
  | { readonly at: 'settled' };

/** A report about an entry that is still to be sent. Reports are kept in the order of the events. */
export interface Note {
  readonly id: number;
  readonly what: 'setStarted' | 'setPaused' | 'setProgress';
  readonly elapsedS: number;
}

/** One item on the speaker, kept through pauses, faults and restarts. Times are milliseconds of the steady clock. */
export interface Entry {
  readonly id: number;
  readonly item: Item;
  /** The place that precedes it in the same setting of the source; the service's `current` may lag behind at it. */
  readonly after: Pick<Item, 'index' | 'trackToken'> | null;
  readonly address: { readonly url: string; readonly sinceMs: number } | null;
  readonly anchor: Anchor;
  /** Rises with every jump. */
  readonly cue: number;
  /** Nothing of it is left to sound. */
  readonly over: boolean;
  readonly end: End;
  readonly notes: readonly Note[];
  /** The question of the last note; answers to earlier ones are ignored. Null: all are ignored. */
  readonly lastNote: number | null;
  readonly firstHeardMs: number | null;
  /** The length that the player found; null until it is known. */
  readonly lengthMs: number | null;
  /** Data still arrive: it may sound past any stated length. */
  readonly isOpen: boolean;
  /** The position up to which it was heard. */
  readonly heardToMs: number;
  /** Heard sound that no progress report covers yet. */
  readonly untoldMs: number;
  /** Loads that failed through the item's own fault. */
  readonly faults: number;
  /** The position of an `eof` that was taken for a dropped stream. */
  readonly cutAtMs: number | null;
  /** The position at which the data of the load that sounds break off; null if that is not known ahead. */
  readonly breaksAtMs: number | null;
  /** How often the service was asked what follows it. */
  readonly peeks: number;
  /** The next such question is due. */
  readonly peekDue: boolean;
}

/** An entry whose end is not settled, replaced by the one that sounds now. */
export interface Previous {
  readonly id: number;
  readonly index: number;
  readonly trackToken: string | null;
  readonly lengthS: number;
  readonly end: Exclude<End, { at: 'ahead' | 'settled' }>;
}

/** What follows. `peeked`: probably, until the end report is answered. `told`: by that answer or a later `current`. */
export type Next =
  | { readonly is: 'unknown' }
  /** The source has ended. */
  | { readonly is: 'none' }
  | { readonly is: 'some'; readonly entry: Entry; readonly certainty: 'peeked' | 'told' };

export interface Playlist {
  readonly previous: Previous | null;
  readonly current: Entry | null;
  readonly next: Next;
}
