import type { PublicState } from '../../../../contract/public-state.js';
import { useLight, useScreenOn, useShift } from '../../state/wakefulness.js';
import { useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { Connection } from '../connection.js';
import { Artwork } from '../parts/artwork.js';
import { Icon } from '../parts/icons.js';
import { Heard } from '../player/heard.js';
import { Silence } from '../player/silence.js';
import { Titles } from '../player/titles.js';
import { Transport } from '../player/transport.js';
import { Volume } from '../player/volume.js';

export interface WallProps {
  readonly state: PublicState;
  readonly online: boolean;
  /** What a newly admitted browser is asked. */
  readonly welcome: VNode | null;
  /** The current messages. */
  readonly messages: VNode;
  readonly leave: () => void;
}

/** The view for a wall tablet: large, and reduced to what is needed from across the room. */
export function Wall({ state, online, welcome, messages, leave }: WallProps): VNode {
  const { say } = useWords();
  const mayStayOn = useScreenOn();
  const light = useLight(state.silenceReason === null);
  const [x, y] = useShift();
  // The header stands still too, so it follows the brightness.
  useEffect(() => {
    const { dataset } = document.documentElement;
    dataset['wall'] = light;
    return () => {
      delete dataset['wall'];
    };
  }, [light]);
  return (
    <section class="wall" data-light={light} aria-label={say('nowPlaying')}>
      <div class="wall-all" style={{ transform: `translate(${x * 0.6}rem, ${y * 0.6}rem)` }}>
        <Heard state={state} />
        <div class="wall-art">
          <Artwork class="cover" url={state.item?.artUrl} />
        </div>
        <div class="wall-side">
          <div class="wall-line">
            <Connection />
          </div>
          {welcome}
          <div class="wall-said">
            {messages}
            <Titles state={state} />
          </div>
          <Silence state={state} findMusic={leave} />
          <Transport state={state} online={online} />
          <Volume state={state} online={online} />
          <div class="wall-foot">
            {!mayStayOn && <p class="sub">{say('wallAsleep')}</p>}
            <button class="plain" type="button" onClick={leave}>
              <Icon name="close" />
              {say('wallLeave')}
            </button>
          </div>
        </div>
      </div>
    </section>
  );
}
