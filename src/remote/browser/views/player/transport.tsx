import { JUMP_MS } from '../../../../contract/command.js';
import type { PublicItem } from '../../../../contract/public-state.js';
import { useSpeaker, useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { ActButton } from '../parts/act-button.js';
import { memoOf, type Shows } from '../parts/memo.js';

interface PlayProps extends Shows<'playbackStatus' | 'can'> {
  readonly online: boolean;
}

interface TransportProps extends Shows<'playbackStatus' | 'can' | 'item' | 'notice'> {
  readonly online: boolean;
}

/** The play or pause button, for the bar and the player. */
export function PlayButton({ state, online, class: name }: PlayProps & { readonly class: string }): VNode {
  const { say } = useWords();
  const { act } = useSpeaker();
  const deed = state.playbackStatus === 'playing' ? 'pause' : 'play';
  return (
    <ActButton
      class={name}
      icon={deed}
      label={say(deed)}
      enabled={online && state.can[deed]}
      press={() => act(`player.${deed}`, {})}
    />
  );
}

/** Whether the item allows jumps by 15 seconds (contract, section 4, `player.seek`). */
export function mayJump(item: PublicItem | null, forward: boolean): boolean {
  const allowed = item?.interactions ?? [];
  return allowed.includes(forward ? 'FORWARD_15_SECONDS' : 'BACK_15_SECONDS') || allowed.includes('SEEK');
}

function JumpButton({
  state,
  online,
  forward,
}: TransportProps & { readonly forward: boolean }): VNode | null {
  const { say } = useWords();
  const { act } = useSpeaker();
  if (!mayJump(state.item, forward)) return null;
  const name = forward ? 'forward15' : 'back15';
  return (
    <ActButton
      class="round"
      icon={name}
      label={say(name)}
      enabled={online}
      press={() => act('player.seek', { offsetMs: forward ? JUMP_MS : -JUMP_MS })}
    />
  );
}

/** The button that skips what plays. */
export function NextButton({
  state,
  online,
}: Pick<TransportProps, 'online'> & Shows<'can' | 'notice'>): VNode {
  const { say } = useWords();
  const { act } = useSpeaker();
  // The item allows skips, but only the service knows when there will be another; wait until the notice goes.
  const isLimited = state.notice?.code === 'skipLimitReached';
  return (
    <ActButton
      class="round"
      icon="next"
      label={say('next')}
      hint={isLimited ? say('noSkips') : undefined}
      enabled={online && state.can.next && !isLimited}
      press={() => act('player.next', {})}
    />
  );
}

const SHOWN = { playbackStatus: true, can: true, item: true, notice: true } as const;

/** The transport buttons. Actions that would be refused are not offered. */
export const Transport = memoOf(SHOWN, function Transport({ state, online }: TransportProps): VNode {
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
        <NextButton state={state} online={online} />
      </div>
    </div>
  );
});
