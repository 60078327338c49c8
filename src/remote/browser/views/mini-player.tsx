import type { PublicState } from '../../../core/public-state.js';
import { h, type VNode } from '../vendor/preact.js';
import { WORDS } from '../words.js';
import { Artwork } from './artwork.js';
import { creditOf } from './player.js';
import { PlayButton } from './transport.js';

interface MiniPlayerProps {
  readonly state: PublicState;
  readonly online: boolean;
  readonly open: () => void;
}

/** What plays, in one line, while a phone shows something else. */
export function MiniPlayer({ state, online, open }: MiniPlayerProps): VNode {
  return (
    <aside class="mini" aria-label={WORDS.nowPlaying}>
      <button class="mini-open" type="button" onClick={open} title={WORDS.back}>
        <Artwork class="thumb" url={state.item?.artUrl} />
        <span class="lines">
          <span class="name">{state.item?.title ?? WORDS.nothingPlays}</span>
          <span class="sub">{creditOf(state.item)}</span>
        </span>
      </button>
      <PlayButton class="round" state={state} online={online} />
    </aside>
  );
}
