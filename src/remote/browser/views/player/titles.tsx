import type { PublicItem, PublicState } from '../../../../core/public-state.js';
import { h, type VNode } from 'preact';
import { WORDS } from '../../words/labels.js';

export function titleOf(item: PublicItem | null): string {
  if (item === null) return WORDS.nothingPlays;
  if (item.title !== '') return item.title;
  if (item.kind === 'ad') return WORDS.ad;
  return item.kind === 'message' ? WORDS.fromArtist : WORDS.untitled;
}

/** `The Lanterns · Low Water`, from whatever of it there is. */
export function creditOf(item: PublicItem | null): string {
  return [item?.artist, item?.podcast ?? item?.album].filter(part => part !== undefined).join(' · ');
}

/** What a screen reader says when another item comes. */
export function heardWords(item: PublicItem | null): string {
  return item === null ? '' : [titleOf(item), item.artist ?? item.podcast].filter(Boolean).join(', ');
}

/** Source, title, artist and album. An album that plays is named once. */
export function Titles({ state: { item, source } }: { state: PublicState }): VNode {
  const named = source?.name !== undefined && source.name !== (item?.podcast ?? item?.album);
  return (
    <div class="titles">
      {named && <p class="source">{source.name}</p>}
      <h2 class="title">{titleOf(item)}</h2>
      <p class="credit">{creditOf(item)}</p>
    </div>
  );
}
