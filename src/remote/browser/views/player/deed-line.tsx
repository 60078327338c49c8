import type { Deed } from '../../state/deeds.js';
import { useSpeaker, useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { deedWords } from '../../words/deeds.js';
import type { Shows } from '../parts/memo.js';

/** So long it is told, and may be taken back, milliseconds. */
const TOLD_MS = 10_000;

interface DeedLineProps extends Shows<'playbackStatus'> {
  readonly deed: Deed;
  /** What stands there otherwise. */
  readonly usual: VNode | null;
}

/** Who did it, in one line. Why it is silent is told as long as it is. */
export function DeedLine({ deed, state, usual }: DeedLineProps): VNode | null {
  const words = useWords();
  const { act } = useSpeaker();
  const [isOld, setOld] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOld(true), TOLD_MS);
    return () => clearTimeout(timer);
  }, []);
  const { by, method, replaced } = deed;
  const hasSilenced =
    by !== null && state.playbackStatus !== 'playing' && /[.](pause|playPause|stop)$/.test(method);
  const text = isOld && !hasSilenced ? null : deedWords(words, deed);
  if (text === null) return usual;
  return (
    <p class="source deed" role="status">
      <span dir="auto">{text}</span>
      {replaced !== null && !isOld && (
        <button
          type="button"
          onClick={() => {
            setOld(true);
            deed.undo();
            void act('player.play', { sourceId: replaced.id });
          }}
        >
          {words.say('undo')}
        </button>
      )}
    </p>
  );
}
