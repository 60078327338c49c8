import type { FeedbackPage } from '../../../../library.js';
import { THUMB_KINDS } from '../../state/kinds.js';
import { usePages } from '../../state/pages.js';
import { useSpeaker, useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Chips } from '../parts/chips.js';
import { ItemRow } from './item-row.js';
import { PagedList } from './paged-list.js';

type Given = FeedbackPage['items'][number];

function whereOf({ target, sourceContext }: Given): string {
  return [target.artist, sourceContext?.name].filter(part => part !== undefined).join(' · ');
}

/** The thumbs the listener gave, and on which station. */
export function Thumbs({ online }: { online: boolean }): VNode {
  const { say } = useWords();
  const { client } = useSpeaker();
  const [chosen, choose] = useState(0);
  const { label, value } = THUMB_KINDS[chosen] ?? THUMB_KINDS[0];
  const pages = usePages(label, paging => client.call('library.feedbacks', { values: [value], ...paging }));
  return (
    <div class="pane">
      <Chips
        label={say('kinds')}
        labels={THUMB_KINDS.map(kind => say(kind.label))}
        chosen={chosen}
        choose={choose}
      />
      <PagedList
        pages={pages}
        online={online}
        empty={say('noThumbs')}
        row={given => (
          <ItemRow
            item={given.target}
            online={online}
            subtitle={whereOf(given)}
            mark={value === 'UP' ? 'thumbUp' : 'thumbDown'}
          />
        )}
      />
    </div>
  );
}
