import type { MessageBoard } from '../../state/messages.js';
import { useLate } from '../../state/late.js';
import { useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { Artwork } from '../parts/artwork.js';
import { Messages } from '../messages.js';
import { useDeed } from './deed.js';
import { creditOf, titleOf } from './titles.js';
import { memoOf, type Shows } from '../parts/memo.js';
import { Parts } from '../parts/parts.js';
import { PlayButton } from './transport.js';

interface MiniPlayerProps extends Shows<'item' | 'playbackStatus' | 'can'> {
  readonly online: boolean;
  readonly open: () => void;
  /** The messages to show here; null if they are shown elsewhere. */
  readonly board: MessageBoard | null;
}

const SHOWN = { item: true, playbackStatus: true, can: true } as const;

/** The playing item in one line, while a phone shows another section; above it the last action, if there was one. */
export const MiniPlayer = memoOf(SHOWN, function MiniPlayer(props: MiniPlayerProps): VNode {
  const { state, online, open, board } = props;
  const words = useWords();
  const told = useDeed();
  const more = useLate(() => import('./mini-more.js'), board !== null);
  return (
    <div class="mini">
      {told !== null && <told.DeedLine deed={told.deed} usual={null} />}
      <button class="mini-open" type="button" onClick={open} title={words.say('back')}>
        <Artwork class="thumb" url={state.item?.artUrl} />
        <span class="lines">
          <span class="name" dir="auto">
            {titleOf(words, state.item)}
          </span>
          <span class="sub">
            <Parts of={creditOf(state.item)} />
          </span>
        </span>
      </button>
      {board !== null && <Messages board={board} />}
      <PlayButton class="round" state={state} online={online} />
      {board !== null && more !== null && <more.MiniMore online={online} />}
    </div>
  );
});
