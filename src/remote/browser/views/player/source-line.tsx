import { h, type VNode } from 'preact';
import type { Shows } from '../parts/memo.js';
import { useDeed } from './deed.js';

/** The source of the music, or for a while the last action. */
export function SourceLine({ state }: Shows<'item' | 'source'>): VNode | null {
  const { item, source } = state;
  const told = useDeed();
  // A song that plays alone is its own source.
  const isNamed =
    source?.name !== undefined && ![item?.podcast ?? item?.album, item?.title].includes(source.name);
  const usual = isNamed ? (
    <p class="source" dir="auto">
      {source.name}
    </p>
  ) : null;
  return told === null ? usual : <told.DeedLine deed={told.deed} usual={usual} />;
}
