import type { PublicState } from '../../../../contract/public-state.js';
import { useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { Artwork } from '../parts/artwork.js';
import { Opinion } from './opinion.js';
import { PositionBar } from './position-bar.js';
import { Said } from './said.js';
import { Silence } from './silence.js';
import { Titles } from './titles.js';
import { Transport } from './transport.js';
import { UpNext } from './up-next.js';
import { Volume } from './volume.js';

interface PlayerProps {
  readonly state: PublicState;
  readonly online: boolean;
  readonly findMusic: () => void;
  /** The messages to show here; null if they are shown elsewhere. */
  readonly messages: VNode | null;
}

/**
 * The playing item and all its controls. Text gets the space that the controls leave, so that the controls always stay
 * in place and visible.
 */
export function Player({ state, online, findMusic, messages }: PlayerProps): VNode {
  const { say } = useWords();
  const { artUrl } = state.item ?? {};
  return (
    <section class="player" aria-label={say('nowPlaying')}>
      <div class="about">
        {messages}
        <div class="stage">
          <Artwork class="glow" url={artUrl} />
          <Artwork class="cover" url={artUrl} />
        </div>
        <Said>
          <Titles state={state} />
          <Silence state={state} findMusic={findMusic} />
          {state.silenceReason === null && (
            <UpNext item={state.upNext} isThumbless={state.source?.type === 'TR' && !state.can.feedback} />
          )}
        </Said>
      </div>
      <div class="controls">
        <PositionBar state={state} online={online} />
        <Transport state={state} online={online} />
        <Opinion state={state} online={online} />
        <Volume state={state} online={online} />
      </div>
    </section>
  );
}
