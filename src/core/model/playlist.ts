import type { End, Entry } from './entry.js';

/** An entry that has given way to the one that sounds before its end was settled. */
export interface Previous {
  readonly id: number;
  readonly index: number;
  readonly trackToken: string | null;
  readonly lengthS: number;
  readonly end: Exclude<End, { at: 'ahead' | 'settled' }>;
}

/** `peeked`: foretold; the answer to the end report decides. `told`: that answer, or what `current` said after it. */
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
