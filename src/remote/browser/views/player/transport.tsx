import { JUMP_MS } from '../../../../core/command.js';
import type { PublicState } from '../../../../core/public-state.js';
import { useSpeaker, useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { ActButton } from '../parts/act-button.js';

export interface ControlProps {
  readonly state: PublicState;
  readonly online: boolean;
}

/** Play or pause, in the bar and on the player alike. */
export function PlayButton({ state, online, class: name }: ControlProps & { readonly class: string }): VNode {
  const { say } = useWords();
  const { act } = useSpeaker();
  const playing = state.playbackStatus === 'playing';
  return (
    <ActButton
      class={name}
      icon={playing ? 'pause' : 'play'}
      label={playing ? say('pause') : say('play')}
      enabled={online && (playing ? state.can.pause : state.can.play)}
      press={() => (playing ? act('player.pause', {}) : act('player.play', {}))}
    />
  );
}

/** Jumps by 15 seconds, where the item allows it (contract, section 4, `player.seek`). */
function JumpButton({ state, online, forward }: ControlProps & { readonly forward: boolean }): VNode | null {
  const { say } = useWords();
  const { act } = useSpeaker();
  const allowed = state.item?.interactions ?? [];
  const own = forward ? 'FORWARD_15_SECONDS' : 'BACK_15_SECONDS';
  if (!allowed.includes(own) && !allowed.includes('SEEK')) return null;
  return (
    <ActButton
      class="round"
      icon={forward ? 'forward15' : 'back15'}
      label={forward ? say('forward15') : say('back15')}
      enabled={online}
      press={() => act('player.seek', { offsetMs: forward ? JUMP_MS : -JUMP_MS })}
    />
  );
}

/** What would be refused now is not offered. */
export function Transport({ state, online }: ControlProps): VNode {
  const { say } = useWords();
  const { act } = useSpeaker();
  return (
    <div class="transport">
      <div class="side">
        {state.can.previous && (
          <ActButton
            class="round"
            icon="previous"
            label={say('previous')}
            enabled={online}
            press={() => act('player.previous', {})}
          />
        )}
        <JumpButton state={state} online={online} forward={false} />
      </div>
      <PlayButton class="round big" state={state} online={online} />
      <div class="side">
        <JumpButton state={state} online={online} forward />
        <ActButton
          class="round"
          icon="next"
          label={say('next')}
          enabled={online && state.can.next}
          press={() => act('player.next', {})}
        />
      </div>
    </div>
  );
}
