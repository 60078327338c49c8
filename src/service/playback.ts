import type { Item } from '../core/item.js';
import { ServiceFault } from '../errors.js';
import type { PlaybackService } from '../ports.js';
import { toFields, toText } from './fields.js';
import { toUnusableFault } from './graphql-answer.js';
import { parseItem, parseSourceSet } from './item-response.js';
import { type Ask, OPERATIONS } from './operations.js';

/** The playback operations for one device (specification, sections 3 and 4). */
export function createPlayback(options: { readonly ask: Ask; readonly deviceUuid: string }): PlaybackService {
  const { ask, deviceUuid } = options;
  return {
    async current({ signal }) {
      const item = placed(parseItem(await ask(OPERATIONS.current, { deviceUuid }, signal)));
      if (item === null) throw toUnusableFault('an item');
      return item;
    },
    async setSource(sourceId, { signal }) {
      const set = parseSourceSet(await ask(OPERATIONS.setSource, { deviceUuid, sourceId }, signal), sourceId);
      return { ...set, item: placed(set.item) };
    },
    async setProgress(report, { signal }) {
      const answer = toFields(await ask(OPERATIONS.setProgress, { deviceUuid, ...report }, signal));
      const status = toText(answer['status'], 80);
      // A report that was not taken must not pass for one that was: the end of an item would look like the end of all.
      if (status !== null && status.toUpperCase() !== 'OK') {
        throw new ServiceFault('serviceError', 'The service did not take the report.', {
          serviceCode: status,
        });
      }
      return placed(parseItem(answer['current']));
    },
  };
}

/** What always has a place in its source, unless it stands for a stream taken away; of others that is not known. */
const PLACED = ['', 'TrackItem', 'PodcastEpisodeItem'];

/** The item; throws where its place cannot be read, which would pass for a stream that was taken away. */
function placed(item: Item | null): Item | null {
  const isLost =
    item?.index === null && PLACED.includes(item.typename) && !item.interactions.includes('FORCE_ACTIVE');
  if (isLost) throw toUnusableFault('an item');
  return item;
}
