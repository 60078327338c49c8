import type { Item } from '../core/vocabulary/item.js';
import { ServiceFault } from '../contract/errors.js';
import { toFields, toText } from './fields.js';
import { toUnusableFault, toWord } from './graphql-answer.js';
import { parseItem } from './item-response.js';

export interface Reported {
  /** The current item after the report; null if the answer held none. */
  readonly item: Item | null;
  /** Whether the service was not asked for the item: the document with it is too deep for it. */
  readonly isBrief: boolean;
}

/** Parses the answer to a report. Throws a `ServiceFault` if the service refused it. */
export function toReported(value: unknown): Reported {
  const answer = toFields(value);
  const status = toText(answer['status'], 80);
  // A refused report must not pass as accepted: the end of an item would look like the end of the source.
  if (status !== null && status.toUpperCase() !== 'OK') {
    const code = toWord(status) ?? 'serviceError';
    throw new ServiceFault(code, 'The service did not accept the report.', { serviceCode: status });
  }
  return { item: placed(parseItem(answer['current'])), isBrief: !('current' in answer) };
}

/** Types that always have an index, unless they stand for a stream taken away; not known for other types. */
const PLACED = ['', 'TrackItem', 'PodcastEpisodeItem'];

/** Returns the item; throws if its index cannot be read, which would look like a stream that was taken away. */
export function placed(item: Item | null): Item | null {
  const isLost =
    item?.index === null && PLACED.includes(item.typename) && !item.interactions.includes('FORCE_ACTIVE');
  if (isLost) throw toUnusableFault('an item');
  return item;
}
