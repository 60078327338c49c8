import type { PublicState } from '../../../../contract/public-state.js';
import { useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { memo } from '../parts/memo.js';
import { Parts } from '../parts/parts.js';

interface UpNextProps {
  readonly item: PublicState['upNext'];
  /** Whether the playing song accepts no thumb; nothing else on the page explains the missing buttons. */
  readonly isThumbless: boolean;
}

/** The item that will most probably follow, in one line. If unknown: why there is no thumb, or nothing. */
export const UpNext = memo(function UpNext({ item, isThumbless }: UpNextProps): VNode | null {
  const { say } = useWords();
  if (item === null) return isThumbless ? <p class="up-next">{say('thumbless')}</p> : null;
  const { title, artist } = item;
  return (
    <p class="up-next">
      <span>{say('upNext')}</span>{' '}
      <span>
        <Parts of={[title, artist]} />
      </span>
    </p>
  );
});
