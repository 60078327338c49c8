import type { Deed } from '../../state/deeds.js';
import { type SpeakerHandle, useSpeaker, useWords } from '../../state/speaker.js';
import { Fragment, h, type VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { deedWords } from '../../words/deeds.js';
import { useHandOver } from '../parts/focus.js';

interface DeedProps {
  readonly deed: Deed;
}

/** Plays the source `id` again, and where it begins with the item `left`, from the position at which that was left. */
async function takeBack(
  { act, client, deeds }: SpeakerHandle,
  id: string,
  { left, leftMs }: Deed,
): Promise<void> {
  deeds.undo();
  if ((await act('player.play', { sourceId: id })) === null || client.state === null) return;
  const { item, can } = client.state;
  const isSame = left !== null && item?.index === left.index && item.title === left.title;
  if (isSame && can.seek) await act('player.seek', { positionMs: Math.round(leftMs) });
}

/** For how long a new button takes no tap, in milliseconds: it may be the second of a double tap on what stood there. */
const SETTLE_MS = 800;

/** The button that undoes the action, while that is possible. */
function Undo({ deed, replaced }: DeedProps & { readonly replaced: string }): VNode {
  const { say } = useWords();
  const speaker = useSpeaker();
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    setSettled(false);
    const timer = setTimeout(() => setSettled(true), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [replaced]);
  const isOff = deed.isOver || !isSettled;
  return (
    <button
      ref={useHandOver()}
      class="undo"
      type="button"
      // Not disabled, which would take the focus away.
      aria-disabled={isOff}
      aria-keyshortcuts="Control+Z"
      onClick={() => {
        if (!isOff) void takeBack(speaker, replaced, deed);
      }}
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
