import type { Feedback } from '../../../../core/vocabulary/item.js';
import { useWords } from '../../state/speaker.js';
import { Fragment, h, type VNode } from 'preact';
import { Icon } from './icons.js';

/** A thumb that was given, in a line of text: filled, as on the player, and too small for a button. */
export function GivenThumb({ value }: { readonly value: Feedback }): VNode {
  const { say } = useWords();
  const name = value === 'UP' ? 'thumbUp' : 'thumbDown';
  return (
    <Fragment>
      <span class="given">
        <Icon name={name} />
      </span>
      <span class="unseen">{say(name)}</span>{' '}
    </Fragment>
  );
}
