import { useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { Artwork } from '../parts/artwork.js';
import { creditOf, titleOf } from './titles.js';
import { PlayButton, type ControlProps } from './transport.js';

interface MiniPlayerProps extends ControlProps {
  readonly open: () => void;
}

/** What plays, in one line, while a phone shows something else. */
export function MiniPlayer({ state, online, open }: MiniPlayerProps): VNode {
  const words = useWords();
  return (
    <div class="mini">
      <button class="mini-open" type="button" onClick={open} title={words.say('back')}>
        <Artwork class="thumb" url={state.item?.artUrl} />
        <span class="lines">
          <span class="name" dir="auto">
            {titleOf(words, state.item)}
          </span>
          <span class="sub" dir="auto">
            {creditOf(state.item)}
          </span>
        </span>
      </button>
      <PlayButton class="round" state={state} online={online} />
    </div>
  );
}
