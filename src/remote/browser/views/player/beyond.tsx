import { useAnswer } from '../../state/answer.js';
import { useIsUp, useSpeaker, useWords } from '../../state/speaker.js';
import { Fragment, h, type VNode } from 'preact';
import { clockWords } from '../../words/clock.js';

interface BeyondProps {
  readonly volume: number;
  /** Where the slider ends. */
  readonly max: number;
  /** The speaker's ceiling, which changes when quiet hours begin and end. */
  readonly volumeMax: number;
}

const LOUDEST = 100;

/** The range above the slider: what others have set there, and why the slider ends, until when in quiet hours. */
export function Beyond({ volume, max, volumeMax }: BeyondProps): VNode {
  const words = useWords();
  const { client } = useSpeaker();
  const { value } = useAnswer(() => client.call('system.info', {}), useIsUp(), String(volumeMax));
  const quiet = value?.quietHours;
  const isQuiet = quiet !== undefined && volumeMax <= quiet.volumeMax && max === volumeMax;
  const most = words.percent(max);
  return (
    <Fragment>
      <span class="above" style={{ width: `${(Math.max(0, volume - max) / (LOUDEST - max)) * 100}%` }} />
      <span class="ceiling">
        {isQuiet
          ? words.say('quietUntil', { time: clockWords(words, quiet.to), volume: most })
          : words.say('upTo', { volume: most })}
      </span>
    </Fragment>
  );
}
