import { useDeed } from '../../state/deeds.js';
import { useLate } from '../../state/late.js';
import { h, type VNode } from 'preact';
import type { Shows } from '../parts/memo.js';

/** Where the music comes from, and for a while who did something to it. */
export function SourceLine({ state }: Shows<'item' | 'source' | 'playbackStatus'>): VNode | null {
  const { item, source } = state;
  const deed = useDeed();
  const DeedLine = useLate(() => import('./deed-line.js').then(part => part.DeedLine), deed !== null);
  const isNamed = source?.name !== undefined && source.name !== (item?.podcast ?? item?.album);
  const usual = isNamed ? (
    <p class="source" dir="auto">
      {source.name}
    </p>
  ) : null;
  if (deed === null || DeedLine === null) return usual;
  return <DeedLine key={deed.id} deed={deed} state={state} usual={usual} />;
}
