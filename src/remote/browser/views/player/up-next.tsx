import type { PublicState } from '../../../../core/public-state.js';
import { useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { memo } from '../parts/memo.js';

interface UpNextProps {
  readonly item: PublicState['upNext'];
}

/** What will most probably follow, in one line; as long as nobody knows, nothing. */
export const UpNext = memo(function UpNext({ item }: UpNextProps): VNode | null {
  const { say } = useWords();
  if (item === null) return null;
  const { title, artist } = item;
  return (
    <p class="up-next">
      <span>{say('upNext')}</span>{' '}
      <span dir="auto">{artist === undefined ? title : `${title} · ${artist}`}</span>
    </p>
  );
});
