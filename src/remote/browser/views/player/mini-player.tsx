import { h, type VNode } from 'preact';
import { WORDS } from '../../words/labels.js';
import { Artwork } from '../parts/artwork.js';
import { creditOf, titleOf } from './titles.js';
import { PlayButton, type ControlProps } from './transport.js';

interface MiniPlayerProps extends ControlProps {
  readonly open: () => void;
}

/** What plays, in one line, while a phone shows something else. */
export function MiniPlayer({ state, online, open }: MiniPlayerProps): VNode {
  return (
    <div class="mini">
      <button class="mini-open" type="button" onClick={open} title={WORDS.back}>
        <Artwork class="thumb" url={state.item?.artUrl} />
        <span class="lines">
          <span class="name">{titleOf(state.item)}</span>
          <span class="sub">{creditOf(state.item)}</span>
        </span>
      </button>
      <PlayButton class="round" state={state} online={online} />
    </div>
  );
}
