import { useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { Artwork } from '../parts/artwork.js';
import { Opinion } from './opinion.js';
import { PositionBar } from './position-bar.js';
import { Silence } from './silence.js';
import { Titles } from './titles.js';
import { type ControlProps, Transport } from './transport.js';
import { Volume } from './volume.js';

interface PlayerProps extends ControlProps {
  readonly findMusic: () => void;
}

/** All about the item now playing, and everything that controls it. */
export function Player({ state, online, findMusic }: PlayerProps): VNode {
  const { say } = useWords();
  const sounding = state.silenceReason === null;
  return (
    <section class="player" aria-label={say('nowPlaying')}>
      <div class={sounding ? 'stage sounding' : 'stage'}>
        <Artwork class="glow" url={state.item?.artUrl} />
        <Artwork class="cover" url={state.item?.artUrl} />
      </div>
      <div class="controls">
        <Titles state={state} />
        <Silence state={state} findMusic={findMusic} />
        <PositionBar state={state} online={online} />
        <Transport state={state} online={online} />
        <Opinion state={state} online={online} />
        <Volume state={state} online={online} />
      </div>
    </section>
  );
}
