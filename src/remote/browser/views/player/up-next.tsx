import type { PublicState } from '../../../../contract/public-state.js';
import { useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Artwork } from '../parts/artwork.js';
import { memo } from '../parts/memo.js';
import { Parts } from '../parts/parts.js';

interface UpNextProps {
  readonly item: PublicState['upNext'];
  /** Whether the playing song accepts no thumb; nothing else on the page explains the missing buttons. */
  readonly isThumbless: boolean;
}

/**
 * The item that will most probably follow, in one line, which a press opens to all that is known of it. If unknown: why
 * there is no thumb, or nothing.
 */
export const UpNext = memo(function UpNext({ item, isThumbless }: UpNextProps): VNode | null {
  const { say, timeDigits } = useWords();
  const [isOpen, setOpen] = useState(false);
  if (item === null) return isThumbless ? <p class="up-next">{say('thumbless')}</p> : null;
  const { title, artist, album, artUrl, durationMs } = item;
  const more = isOpen ? [album, durationMs === undefined ? undefined : timeDigits(durationMs)] : [];
  return (
    <button class="up-next" type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
      {isOpen && <Artwork class="thumb" url={artUrl} />}
      <span>{say('upNext')}</span>{' '}
      <span>
        <Parts of={[title, artist, ...more]} />
      </span>
    </button>
  );
});
