import { type Deed, SILENCING } from '../../state/deeds.js';
import { useSpeaker, useWords } from '../../state/speaker.js';
import { Fragment, h, type VNode } from 'preact';
import { deedWords } from '../../words/deeds.js';
import type { Words } from '../../words/words.js';
import type { Shows } from '../parts/memo.js';

export interface DeedProps extends Shows<'playbackStatus'> {
  readonly deed: Deed;
}

/** Null: there is nothing to tell any more. Why it is silent is told as long as it is. */
export function toldOf(words: Words, { deed, state }: DeedProps): string | null {
  const { by, method, isOld } = deed;
  const hasSilenced = by !== null && state.playbackStatus !== 'playing' && SILENCING.test(method);
  return isOld && !hasSilenced ? null : deedWords(words, deed);
}

/** The way back from it, as long as there is one. */
export function Undo({ deed: { replaced, isOld } }: Pick<DeedProps, 'deed'>): VNode | null {
  const { say } = useWords();
  const { act, deeds } = useSpeaker();
  if (replaced === null || isOld) return null;
  return (
    <button
      class="undo"
      type="button"
      onClick={() => {
        deeds.undo();
        void act('player.play', { sourceId: replaced.id });
      }}
    >
      {say('undo')}
    </button>
  );
}

interface DeedLineProps extends DeedProps {
  /** What stands there otherwise. */
  readonly usual: VNode | null;
}

/** Who did it, in one line. */
export function DeedLine({ deed, state, usual }: DeedLineProps): VNode | null {
  const text = toldOf(useWords(), { deed, state });
  if (text === null) return usual;
  return (
    <p class="source deed">
      <span dir="auto">{text}</span>
      <Undo deed={deed} />
    </p>
  );
}

/** The same for what stands elsewhere: in the line below the title, or said aloud. */
export function DeedText({ deed, state, usual }: DeedLineProps): VNode {
  return <Fragment>{toldOf(useWords(), { deed, state }) ?? usual}</Fragment>;
}
