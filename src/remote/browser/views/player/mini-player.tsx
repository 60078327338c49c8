import { useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { Artwork } from '../parts/artwork.js';
import { creditOf, titleOf } from './titles.js';
import { memoOf, type Shows } from '../parts/memo.js';
import { PlayButton } from './transport.js';

interface MiniPlayerProps extends Shows<'item' | 'playbackStatus' | 'can'> {
  readonly online: boolean;
  readonly open: () => void;
}

const SHOWN = { item: true, playbackStatus: true, can: true } as const;

/** What plays, in one line, while a phone shows something else. */
export const MiniPlayer = memoOf(SHOWN, function MiniPlayer(props: MiniPlayerProps): VNode {
  const { state, online, open } = props;
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
});
