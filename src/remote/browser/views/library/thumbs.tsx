import { THUMB_KINDS } from '../../state/kinds.js';
import { usePages } from '../../state/pages.js';
import { useSpeaker, useWords } from '../../state/speaker.js';
import { Fragment, h, type VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Chips } from '../parts/chips.js';
import { GivenThumb } from '../parts/given-thumb.js';
import { Parts } from '../parts/parts.js';
import { ItemRow } from './item-row.js';
import { type ListsProps, PagedList } from './paged-list.js';

/** The thumbs that the listener gave, with the station. */
export function Thumbs({ online, shown, list, open }: ListsProps): VNode {
  const { say } = useWords();
  const { client } = useSpeaker();
  const kind = THUMB_KINDS.find(each => each.list === list) ?? THUMB_KINDS[0];
  const { label, value } = kind;
  const [edition, setEdition] = useState(0);
  // The list changes when a thumb is given or taken back.
  useEffect(
    () =>
      client.onStateChange(({ cause }) => {
        if (cause?.method === 'feedback.set') setEdition(before => before + 1);
      }),
    [client],
  );
  const pages = usePages({
    online,
    shown,
    edition,
    key: label,
    load: paging => client.call('library.feedbacks', { values: [value], ...paging }),
  });
  return (
    <div class="pane">
      <Chips
        label={say('kinds')}
        labels={THUMB_KINDS.map(kind => say(kind.label))}
        chosen={THUMB_KINDS.indexOf(kind)}
        choose={index => open((THUMB_KINDS[index] ?? THUMB_KINDS[0]).list)}
      />
      <PagedList
        pages={pages}
        online={online}
        empty={say('noThumbs')}
        idOf={({ target }) => target.id}
        row={given => (
          <ItemRow
            item={given.target}
            online={online}
            subtitle={
              <Fragment>
                <GivenThumb value={value} />
                <Parts of={[given.target.artist, given.sourceContext?.name]} />
              </Fragment>
            }
          />
        )}
      />
    </div>
  );
}
