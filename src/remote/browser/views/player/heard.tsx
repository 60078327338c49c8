import { useWords } from '../../state/speaker.js';
import { Fragment, h, type VNode } from 'preact';
import type { Shows } from '../parts/memo.js';
import { useDeed } from './deed.js';
import { heardWords } from './titles.js';

/** Announcements for screen readers in every section: the playing item and the last action. */
export function Heard({ state }: Shows<'item'>): VNode {
  const words = useWords();
  const told = useDeed();
  return (
    <Fragment>
      <p class="unseen" role="status" dir="auto">
        {heardWords(words, state.item)}
      </p>
      <p class="unseen" role="status" dir="auto">
        {told !== null && <told.DeedText deed={told.deed} usual={null} />}
      </p>
    </Fragment>
  );
}
