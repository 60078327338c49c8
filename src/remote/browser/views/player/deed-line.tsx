import type { Deed } from '../../state/deeds.js';
import { type Speaker, useSpeaker, useWords } from '../../state/speaker.js';
import { Fragment, h, type VNode } from 'preact';
import { deedWords } from '../../words/deeds.js';
import { useHandOver } from '../parts/focus.js';

interface DeedProps {
  readonly deed: Deed;
}

/** Plays the source `id` again, and where it begins with the item `left`, from the position at which that was left. */
async function takeBack({ act, client, deeds }: Speaker, id: string, { left, leftMs }: Deed): Promise<void> {
  deeds.undo();
  if ((await act('player.play', { sourceId: id })) === null || client.state === null) return;
  const { item, can } = client.state;
  const isSame = left !== null && item?.index === left.index && item.title === left.title;
  if (isSame && can.seek) await act('player.seek', { positionMs: Math.round(leftMs) });
}

/** The button that undoes the action, while that is possible. */
function Undo({ deed, replaced }: DeedProps & { readonly replaced: string }): VNode {
  const { say } = useWords();
  const speaker = useSpeaker();
  return (
    <button
      ref={useHandOver()}
      class="undo"
      type="button"
      onClick={() => void takeBack(speaker, replaced, deed)}
    >
      {say('undo')}
    </button>
  );
}

interface DeedLineProps extends DeedProps {
  /** Shown if there is no action to tell. */
  readonly usual: VNode | null;
}

/** The last action in one line. */
export function DeedLine({ deed, usual }: DeedLineProps): VNode | null {
  const text = deedWords(useWords(), deed);
  if (text === null) return usual;
  return (
    <p class="source deed">
      <span dir="auto">{text}</span>
      {deed.replaced !== null && <Undo deed={deed} replaced={deed.replaced.id} />}
    </p>
  );
}

/** The same as plain text: below the title, or for screen readers. */
export function DeedText({ deed, usual }: DeedLineProps): VNode {
  return <Fragment>{deedWords(useWords(), deed) ?? usual}</Fragment>;
}
