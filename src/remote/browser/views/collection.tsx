import { usePages } from '../state/pages.js';
import { useSpeaker } from '../state/speaker.js';
import { h, type VNode } from '../vendor/preact.js';
import { useState } from '../vendor/preact-hooks.js';
import { COLLECTION_KINDS, WORDS } from '../words.js';
import { ItemList } from './item-list.js';
import { KindChips } from './kind-chips.js';

const PAGE = 30;

/** What the listener collected, one kind at a time. */
export function Collection({ online }: { online: boolean }): VNode {
  const { client } = useSpeaker();
  const [chosen, choose] = useState(0);
  const kind = COLLECTION_KINDS[chosen] ?? COLLECTION_KINDS[0];
  const pages = usePages(kind.label, cursor =>
    client.call('library.collection', {
      ...kind.params,
      limit: PAGE,
      ...(cursor !== undefined && { cursor }),
    }),
  );
  return (
    <div class="pane">
      <KindChips labels={COLLECTION_KINDS.map(({ label }) => label)} chosen={chosen} choose={choose} />
      <ItemList pages={pages} online={online} empty={WORDS.nothingCollected} />
    </div>
  );
}
