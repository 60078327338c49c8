import { type Item, isInterruption } from './item.js';

/** A request that must not be carried out twice, by kind. */
export type Mutation = 'end' | 'skip' | 'previous' | 'replay' | 'source' | 'factory' | 'thumbDown' | 'thumb';

/** What was current when the request was made. */
export interface Before {
  readonly index: number | null;
  readonly trackToken: string | null;
}

interface Lost {
  /** The query that shows whether it was done; null: none, because repeating it has the same effect. */
  readonly read: 'current' | 'source' | null;
  /** Whether this answer to `current` shows that it was done. */
  readonly wasDone: (item: Item, before: Before) => boolean;
  /** How often it is sent at most. After that, an end is waited out and a listener's command is refused. */
  readonly sendings: number;
}

const hasMoved = (item: Item, { index }: Before): boolean => item.index !== index;
/** Every source has an item with this index, so only the token tells them apart. */
const isAnother = (item: Item, { index, trackToken }: Before): boolean =>
  isInterruption(item) || item.index !== index || item.trackToken === null || item.trackToken !== trackToken;
const isRated = (item: Item, { trackToken }: Before): boolean =>
  trackToken === null || item.trackToken !== trackToken || item.feedback === 'DOWN';

/** How each lost answer is settled; the only place that defines it. */
export const LOST: Readonly<Record<Mutation, Lost>> = {
  end: { read: 'current', wasDone: hasMoved, sendings: 2 },
  skip: { read: 'current', wasDone: hasMoved, sendings: 2 },
  previous: { read: 'current', wasDone: hasMoved, sendings: 1 },
  replay: { read: 'current', wasDone: hasMoved, sendings: 1 },
  source: { read: null, wasDone: () => false, sendings: 2 },
  // Used twice, the factory would make a second station.
  factory: { read: 'source', wasDone: isAnother, sendings: 2 },
  thumbDown: { read: 'current', wasDone: isRated, sendings: 2 },
  thumb: { read: null, wasDone: () => false, sendings: 2 },
};
