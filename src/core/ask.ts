import type { Feedback } from './item.js';

/** A place in an item, as every report names it; `elapsedS` is whole seconds. */
export interface Place {
  readonly sourceId: string;
  readonly index: number;
  readonly elapsedS: number;
}

/** One call to the service; `op` is the operation of the port that it is put to (`PlaybackService`). */
export type Ask =
  | { readonly op: 'current' | 'source' | 'peek' }
  | { readonly op: 'setSource'; readonly sourceId: string }
  /** `lengthS`: the full length, which alone ends the item for a `core` service. */
  | (Place & { readonly op: 'setEnded' | 'skip'; readonly lengthS: number })
  | (Place & { readonly op: 'previous' | 'setStarted' | 'setPaused' | 'setProgress' })
  | (Place & { readonly op: 'replay'; readonly trackToken: string })
  | {
      readonly op: 'setFeedback';
      readonly targetId: string;
      readonly sourceContextId: string;
      readonly trackToken: string | null;
      readonly value: Feedback | null;
      readonly elapsedS: number;
    };

/** An end is told, by itself or by a skip. */
export function isReport({ op }: Ask): boolean {
  return op === 'setEnded' || op === 'skip';
}
