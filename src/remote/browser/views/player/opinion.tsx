import type { Feedback } from '../../../../core/vocabulary/item.js';
import { useSpeaker, useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { ActButton } from '../parts/act-button.js';
import { memoOf, type Shows } from '../parts/memo.js';
import { BeforeButton } from './before-button.js';

interface OpinionProps extends Shows<'item' | 'can' | 'playbackStatus'> {
  readonly online: boolean;
}

/** A thumb button: shown as pressed once given; pressing it again takes the thumb back. */
function Thumb({ state, online, value }: OpinionProps & { readonly value: Feedback }): VNode | null {
  const { say } = useWords();
  const { act } = useSpeaker();
  const name = value === 'UP' ? 'thumbUp' : 'thumbDown';
  const given = state.item?.feedback === value;
  // A thumb given earlier is also shown on an item that accepts none.
  if (!state.can.feedback && !given) return null;
  return (
    <ActButton
      class="round quiet thumb-button"
      icon={name}
      label={say(name)}
      enabled={online && state.can.feedback}
      pressed={given}
      press={() => act('feedback.set', { value: given ? null : value })}
    />
  );
}

const SHOWN = { item: true, can: true, playbackStatus: true } as const;

/** The buttons that concern the item rather than the sound: thumbs and replay, and the recently played items. */
export const Opinion = memoOf(SHOWN, function Opinion({ state, online }: OpinionProps): VNode {
  const { say } = useWords();
  const { act } = useSpeaker();
  return (
    <div class="opinion">
      <Thumb state={state} online={online} value="DOWN" />
      <Thumb state={state} online={online} value="UP" />
      {state.can.replay && (
        <ActButton
          class="round quiet"
          icon="replay"
          label={say('replay')}
          enabled={online}
          press={() => act('player.replay', {})}
        />
      )}
      <BeforeButton online={online} />
      <ActButton
        class="round quiet"
        icon="stop"
        label={say('stop')}
        enabled={online && state.playbackStatus !== 'stopped'}
        press={() => act('player.stop', {})}
      />
    </div>
  );
});
